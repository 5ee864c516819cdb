import { boxAround } from '#contracts/location/map-address';
import type { Coordinates } from '#contracts/shared/coordinates';

/** A factor that leaves room around the other point. */
const room = 1.2;

/**
 * A box centred on a point and large enough to contain the other one. `least`: degrees of latitude to show at least on
 * each side.
 */
export function boxWith(at: Coordinates, other: Coordinates | null, least = 0.012) {
  const across = Math.max(0.05, Math.cos((at.latitude * Math.PI) / 180));
  const north = other === null ? 0 : Math.abs(other.latitude - at.latitude);
  // The shorter way around, which may cross the date line.
  const east = other === null ? 0 : Math.abs(((other.longitude - at.longitude + 540) % 360) - 180);
  return boxAround(at, Math.max(least, north * room), Math.max(least / across, east * room));
}
