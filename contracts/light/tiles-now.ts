import { dayPeriods, sunPeriods, type DayPeriod } from './light-now.ts';
import { columns, rows, tall, tileAt, wide } from './tiles.ts';

/**
 * The tiles in which it may be a part of the day somewhere now. Some tiles turn out to have no such place, so the
 * caller checks each place that it finds. A tile is judged by its corners and those one tile further east and west;
 * near a polar day or night, all tiles may be included.
 */
export function tilesByPeriod(now: number): Readonly<Record<DayPeriod, readonly string[]>> {
  const corners = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns }, (_, column) =>
      sunPeriods(now, { latitude: row * tall - 90, longitude: column * wide - 180 }),
    ),
  );
  const found: Record<DayPeriod, string[]> = { morning: [], afternoon: [], evening: [], night: [] };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const near = [-1, 0, 1, 2].flatMap((further) => {
        const at = (column + further + columns) % columns;
        return [corners[row]?.[at] ?? dayPeriods, corners[row + 1]?.[at] ?? dayPeriods];
      });
      const periods = new Set(near.flat());
      for (const period of periods) found[period].push(tileAt(row, column));
    }
  }
  return found;
}
