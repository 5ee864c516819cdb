import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';

import { lightParams, ratingSteps, type Searched } from '#contracts/location/search-address';
import { categories, categoryPlurals } from '#contracts/location/words';

import { Chip } from '../../ui/chip.tsx';
import { showInRow } from '../../ui/scrolling.ts';
import { Select } from '../../ui/select.tsx';
import { LightPicker, lightName } from './light-picker.tsx';
import type { Search } from './use-search.ts';

// Rows wider than the page scroll; the padding leaves room for the focus ring.
const row = 'scroll-fade -mx-1 flex max-w-full items-center overflow-x-auto px-1 py-1 [scrollbar-width:none]';

interface PlaceFiltersProps {
  readonly search: Search;
  /** What follows the filters in their row. */
  readonly children?: ReactNode;
}

/** Filters of a list of places: category, light and lowest rating, stored in the address. */
export function PlaceFilters({ search, children }: PlaceFiltersProps) {
  const categoryRow = useRef<HTMLDivElement>(null);
  const lightRow = useRef<HTMLDivElement>(null);
  useEffect(() => showInRow(categoryRow.current, '[aria-pressed=true]'), [search.category]);
  useEffect(() => showInRow(lightRow.current, '[aria-pressed=true]'), [search.light]);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-1 print:hidden">
      <div ref={categoryRow} role="group" aria-label="Category" className={`${row} gap-2`}>
        {categories.map((category) => (
          <Chip
            key={category}
            pressed={category === search.category}
            onClick={() => search.change({ category: category === search.category ? null : category })}
          >
            {categoryPlurals[category]}
          </Chip>
        ))}
      </div>
      <div ref={lightRow} className={`${row} gap-x-6`}>
        <LightPicker
          on="paper"
          compact
          value={search.light}
          onChange={(light) => search.change(lightParams(light))}
        />
        <RatingFilter search={search} />
        {children}
      </div>
    </div>
  );
}

/** What a page's title says of the filters. */
export const filterNames = ({ category, light, minRating }: Searched): string[] => [
  ...(category ? [categoryPlurals[category]] : []),
  ...(light ? [lightName(light)] : []),
  ...(minRating === undefined ? [] : [ratingName(minRating)]),
];

const ratingName = (least: number): string => `${least} stars and up`;

/** Hides locations with a lower rating. */
export function RatingFilter({ search }: { readonly search: Search }) {
  return (
    <SmallSelect
      aria-label="Least rating"
      value={search.minRating ?? ''}
      onChange={(event) => search.change({ minRating: event.target.value })}
      options={[['', 'Any rating'], ...ratingSteps.map((step) => [step, ratingName(step)] as const)]}
    />
  );
}

/** The order of a city's places. */
export function SortOrder({ search }: { readonly search: Search }) {
  return (
    <SmallSelect
      aria-label="Order"
      value={search.sort ?? ''}
      onChange={(event) => search.change({ sort: event.target.value })}
      options={orders}
    />
  );
}

const orders = [
  ['', 'Newest first'],
  ['rating', 'Best rated first'],
] as const;

function SmallSelect(props: ComponentProps<typeof Select>) {
  return (
    <div className="w-[9.5rem] shrink-0">
      <Select {...props} className="min-h-9! text-sm!" />
    </div>
  );
}
