import type { Coordinates } from '#contracts/shared/coordinates';

/** The timeout for a position, in milliseconds. */
const patience = 15_000;

/** Why the browser gives no position: it has no support, no permission, or no result. */
export type NoPosition = 'impossible' | 'denied' | 'not found';

/** The message for each reason. */
export const noPositionTexts: Readonly<Record<NoPosition, string>> = {
  impossible: 'This browser does not know where it is.',
  denied: 'The browser may not tell your position.',
  'not found': 'Your position could not be found.',
};

/** The text while the browser determines the position. */
export const lookingForPosition = 'Looking for your position...';

/** About a kilometre: enough for nearby places and their light, and it protects the person's privacy. */
export const roughDecimals = 2;

/** About a metre: a place is no smaller. */
export const fineDecimals = 5;

/** A point rounded to this many decimals of a degree. */
export const rounded = ({ latitude, longitude }: Coordinates, decimals: number): Coordinates => ({
  latitude: Number(latitude.toFixed(decimals)),
  longitude: Number(longitude.toFixed(decimals)),
});

/** The browser's position, rounded to this many decimals of a degree. */
export const positionNow = (decimals: number): Promise<Coordinates | NoPosition> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve('impossible');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(rounded(coords, decimals)),
      ({ code }) => resolve(code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'not found'),
      { enableHighAccuracy: decimals > 2, timeout: patience, maximumAge: 60_000 },
    );
  });
