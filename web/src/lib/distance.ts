import type { Coordinates } from '#contracts/shared/coordinates';

/** '80 m', '2.4 km', '130 km'. */
export function distanceText(metres: number): string {
  if (metres < 995) return `${metres < 100 ? Math.round(metres) : Math.round(metres / 10) * 10} m`;
  return metres < 9950 ? `${(metres / 1000).toFixed(1)} km` : `${Math.round(metres / 1000)} km`;
}

const winds = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/** 'north-east': the direction of the other point, on the shortest way. */
export const directionText = (from: Coordinates, to: Coordinates): string =>
  winds[Math.round(bearingOf(from, to) / 45) % winds.length] ?? '';

/** Degrees from north, clockwise. */
function bearingOf(from: Coordinates, to: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [start, end] = [radians(from.latitude), radians(to.latitude)];
  const turn = radians(to.longitude - from.longitude);
  const east = Math.sin(turn) * Math.cos(end);
  const north = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}
