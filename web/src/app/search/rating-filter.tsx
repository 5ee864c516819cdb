import { ratingSteps } from '#contracts/location/search-address';

import { Select } from '../../ui/select.tsx';
import type { Search } from './use-search.ts';

/** Hides locations with a lower rating. */
export function RatingFilter({ search }: { readonly search: Search }) {
  return (
    <div className="w-36">
      <Select
        aria-label="Least rating"
        value={search.minRating ?? ''}
        onChange={(event) => search.change({ minRating: event.target.value })}
        className="h-9! text-sm!"
      >
        <option value="">Any rating</option>
        {ratingSteps.map((step) => (
          <option key={step} value={step}>
            {step} stars and up
          </option>
        ))}
      </Select>
    </div>
  );
}
