import { useSearchParams } from 'react-router-dom';

import { initialFailureTexts } from '#contracts/initial';
import type { City } from '#contracts/city/views';
import { categories, categoryLabels } from '#contracts/location/words';
import { cityLocations } from '#contracts/page-sizes';

import { pageAsked, useNumberedPages } from '../../lib/numbered-pages.ts';
import { itemsOf } from '../../lib/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Listed } from '../../ui/listed.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useOwnWaitingInQuery } from '../../features/account/submissions-api.ts';
import { useBrowseLocationsInfiniteQuery } from '../../features/location/api.ts';
import { LocationGrid } from '../parts/location-grid.tsx';
import { BeyondList } from '../parts/beyond-list.tsx';

const skeletons = 6;
// With fewer locations than this, choosing a category is more work than reading them all.
const filterFrom = 5;

interface CityLocationsProps {
  readonly city: City;
  readonly onAdd: () => void;
}

const categoryIn = (params: URLSearchParams) => categories.find((known) => known === params.get('category'));

/** What a city's page asks for, by its address. */
export function locationsOfCityAsked(city: string, params: URLSearchParams, page: number | null) {
  const category = categoryIn(params);
  return { city, ...(category ? { category } : {}), ...pageAsked(page) };
}

/** A city's locations, or those of the category that the address names. */
export function CityLocations({ city, onAdd }: CityLocationsProps) {
  const [params, setParams] = useSearchParams();
  const category = categoryIn(params);
  const pages = useNumberedPages(cityLocations);
  const answer = useBrowseLocationsInfiniteQuery(locationsOfCityAsked(city.id, params, pages.page), {
    skip: pages.page === null,
  });
  // Only their author sees them; no public list contains them.
  const waits = city.status === 'pending';
  const waiting = useOwnWaitingInQuery(city.id, { skip: !waits });
  const choose = (wanted: string) => {
    params.delete('page');
    if (wanted === category) params.delete('category');
    else params.set('category', wanted);
    setParams(params, { replace: true, preventScrollReset: true });
  };
  const clear = () => choose(category ?? '');
  return (
    <Listed
      answer={waits ? waiting : answer}
      failure={initialFailureTexts.fetchLocations}
      {...(!waits && { pages })}
    >
      {city.locationCount >= filterFrom && (
        <div role="group" aria-label="Category" className="mb-7 flex flex-wrap gap-2">
          {categories.map((known) => (
            <Chip key={known} pressed={known === category} onClick={() => choose(known)}>
              {categoryLabels[known]}
            </Chip>
          ))}
        </div>
      )}
      <LocationGrid
        locations={waits ? waiting.data : pages.page === null ? [] : itemsOf(answer.currentData)}
        skeletons={skeletons}
        empty={
          pages.page !== 1 ? (
            <BeyondList />
          ) : category ? (
            <EmptyState
              title={`No ${categoryLabels[category]} locations here yet`}
              action={<Button onClick={clear}>Show all locations</Button>}
            />
          ) : (
            <EmptyState
              title={`Nobody has shown ${city.name}'s light yet`}
              text="Do you know a place worth standing at, and the hour to be there?"
              action={
                <Button variant="primary" onClick={onAdd}>
                  Add Location
                </Button>
              }
            />
          )
        }
      />
    </Listed>
  );
}
