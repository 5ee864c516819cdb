import { firstLimits } from './first-limits.ts';
import { categories, type Category } from './vocabulary.ts';

export const ratingSteps = [3, 4, 4.5] as const;

/** A part of the day; `now` is the one that the visitor's clock is in. */
export const lights = ['morning', 'afternoon', 'evening', 'night'] as const;
export type Light = (typeof lights)[number];
export type LightChoice = Light | 'now';

/** What home searches for. */
export interface Searched {
  readonly text: string;
  readonly category: Category | undefined;
  readonly minRating: number | undefined;
  readonly light: LightChoice | undefined;
}

const lightChoices: readonly LightChoice[] = [...lights, 'now'];

/** What the address of home searches for; what it does not know is left out. */
export const searchedIn = (params: URLSearchParams): Searched => ({
  text: (params.get('q') ?? '').trim().slice(0, firstLimits.search),
  category: categories.find((known) => known === params.get('category')),
  minRating: ratingSteps.find((step) => String(step) === params.get('rating')),
  light: lightChoices.find((known) => known === params.get('light')),
});

/** Whether anything narrows what is shown. */
export const isSearching = ({ text, category, minRating, light }: Searched): boolean =>
  text !== '' || category !== undefined || minRating !== undefined || light !== undefined;
