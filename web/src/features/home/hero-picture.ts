import afternoon from './hero/afternoon.svg';
import evening from './hero/evening.svg';
import morning from './hero/morning.svg';
import night from './hero/night.svg';

/** The hero's picture in the light of an hour (0 to 23): the same parts of the day as the best-time options. */
export function heroPicture(hour: number): string {
  if (hour >= 6 && hour < 12) return morning;
  if (hour >= 12 && hour < 18) return afternoon;
  if (hour >= 18 && hour < 21) return evening;
  return night;
}
