import type { Coordinates } from '#contracts/shared/coordinates';

/** Milliseconds until a position counts as not found. */
const patience = 15_000;

/** Why the browser tells no position: it cannot, it may not, or it found none. */
export type NoPosition = 'impossible' | 'denied' | 'not found';

/** Where the browser is, with so many decimals of a degree. */
export const positionNow = (decimals: number): Promise<Coordinates | NoPosition> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve('impossible');
    const rounded = (degrees: number) => Number(degrees.toFixed(decimals));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      ({ code }) => resolve(code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'not found'),
      { enableHighAccuracy: decimals > 2, timeout: patience, maximumAge: 60_000 },
    );
  });
