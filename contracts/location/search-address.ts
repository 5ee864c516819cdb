import { initialLimits } from '../initial.ts';
import { categories, type Category } from './words.ts';

export const ratingSteps = [3, 4, 4.5] as const;

/** Parts of the day. The choice `now` means the current part of the day at each place, by the sun. */
export const lights = ['morning', 'afternoon', 'evening', 'night'] as const;
export type Light = (typeof lights)[number];
export type LightChoice = Light | 'now';

/** The search on the home screen. */
export interface Searched {
  readonly text: string;
  readonly category: Category | undefined;
  readonly minRating: number | undefined;
  readonly light: LightChoice | undefined;
  /** A city's best rated places first; otherwise, and always with the choice `now`, the newest. */
  readonly sort: 'rating' | undefined;
  /** All places, whatever else is set. */
  readonly all: boolean;
}

/** Reads the search from the home screen's URL, whose parameters have the API's names; ignores unknown values. */
export const searchedIn = (params: URLSearchParams): Searched => ({
  text: (params.get('q') ?? '').trim().slice(0, initialLimits.search),
  category: categories.find((known) => known === params.get('category')),
  minRating: ratingSteps.find((step) => String(step) === params.get('minRating')),
  light: params.get('light') === 'now' ? 'now' : lights.find((known) => known === params.get('bestTime')),
  sort: params.get('sort') === 'rating' && params.get('light') !== 'now' ? 'rating' : undefined,
  all: params.has('all'),
});

/** Whether any part of the search is set. */
export const isSearching = ({ text, category, minRating, light, all }: Searched): boolean =>
  text !== '' || category !== undefined || minRating !== undefined || light !== undefined || all;

/** The URL parameters for a choice of light; null removes a parameter. */
export const lightParams = (light: LightChoice | null) => ({
  light: light === 'now' ? light : null,
  bestTime: light === 'now' ? null : light,
});
