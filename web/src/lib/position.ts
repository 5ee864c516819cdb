import type { Coordinates } from '#contracts/shared/coordinates';

/** Milliseconds until a position counts as not found. */
const patience = 15_000;

/** Why the browser tells no position: it cannot, it may not, or it found none. */
export type NoPosition = 'impossible' | 'denied' | 'not found';

/** What is said of that. */
export const noPositionTexts: Readonly<Record<NoPosition, string>> = {
  impossible: 'This browser does not know where it is.',
  denied: 'The browser may not tell your position.',
  'not found': 'Your position could not be found.',
};

/** While the browser is asked. */
export const lookingForPosition = 'Looking for your position...';

/** About a kilometre: what is near and its light do not depend on more, and nobody needs to know more. */
export const roughDecimals = 2;

/** About a metre: a place is no smaller. */
export const fineDecimals = 5;

/** A point with so many decimals of a degree. */
export const rounded = ({ latitude, longitude }: Coordinates, decimals: number): Coordinates => ({
  latitude: Number(latitude.toFixed(decimals)),
  longitude: Number(longitude.toFixed(decimals)),
});

/** Where the browser is, with so many decimals of a degree. */
export const positionNow = (decimals: number): Promise<Coordinates | NoPosition> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve('impossible');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(rounded(coords, decimals)),
      ({ code }) => resolve(code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'not found'),
      { enableHighAccuracy: decimals > 2, timeout: patience, maximumAge: 60_000 },
    );
  });
