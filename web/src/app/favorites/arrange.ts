import { normaliseText } from '#contracts/shared/normalise';
import type { Location } from '#contracts/location/views';

export const orders = ['newest', 'name', 'city', 'rating'] as const;
export type Order = (typeof orders)[number];

export const orderWords: Readonly<Record<Order, string>> = {
  newest: 'Newest first',
  name: 'By name',
  city: 'By city',
  rating: 'Best rated',
};

export const orderOf = (text: string | null): Order => orders.find((order) => order === text) ?? 'newest';

const byText = (one: string, other: string) => one.localeCompare(other, 'en', { sensitivity: 'base' });
const comparisons: Readonly<Record<Exclude<Order, 'newest'>, (one: Location, other: Location) => number>> = {
  name: (one, other) => byText(one.name, other.name),
  city: (one, other) => byText(one.cityName, other.cityName) || byText(one.name, other.name),
  rating: (one, other) => other.rating - one.rating || byText(one.name, other.name),
};

/**
 * The locations with the text in their name, city, country or description, sorted by `order`; `locations` are newest
 * first.
 */
export function arrange(locations: readonly Location[], text: string, order: Order): readonly Location[] {
  const wanted = normaliseText(text.trim());
  const found =
    wanted === ''
      ? locations
      : locations.filter(({ name, cityName, country, description }) =>
          [name, cityName, country, description].some((each) => normaliseText(each).includes(wanted)),
        );
  return order === 'newest' ? found : found.toSorted(comparisons[order]);
}
