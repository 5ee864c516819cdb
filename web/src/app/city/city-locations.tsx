import { Suspense } from 'react';

import { initialFailureTexts } from '#contracts/initial';
import type { City } from '#contracts/city/views';
import { lightParams, searchedIn } from '#contracts/location/search-address';
import { categoryLabels } from '#contracts/location/words';
import { cityLocations } from '#contracts/page-sizes';

import { late } from '../../lib/late.ts';
import { useNumberedPages } from '../../lib/numbered-pages.ts';
import { itemsOf } from '../../lib/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Listed } from '../../ui/listed.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useOwnWaitingInQuery } from '../../features/account/submissions-api.ts';
import { useBrowseLocationsInfiniteQuery } from '../../features/location/api.ts';
import { BeyondList } from '../parts/beyond-list.tsx';
import { LocationGrid } from '../parts/location-grid.tsx';
import { locationsAsked } from '../search/locations-asked.ts';
import { PlaceFilters, SortOrder } from '../search/place-filters.tsx';
import { useSearch } from '../search/use-search.ts';

const skeletons = 6;
// With fewer locations than this, filters take longer than reading the list.
const filterFrom = 5;

/** Locations that a high window shows around a dialog; what it covers cannot be scrolled. */
const seenBehind = 12;

const CityMap = late(() => import('./city-map.tsx').then((m) => m.CityMap));

interface CityLocationsProps {
  readonly city: City;
  /** Whether to show a map with a list beside it. */
  readonly isOnMap: boolean;
  /** Whether a dialog is open over it: then only the first locations are rendered. */
  readonly isBehind: boolean;
  readonly onAdd: () => void;
}

/** The query of a city's page from its address: the filters of home, without the search text, and the order. */
export const locationsOfCityAsked = (city: string, params: URLSearchParams, page: number | null) => {
  const searched = searchedIn(params);
  const { sort } = searched;
  return { city, ...locationsAsked({ ...searched, text: '' }, page), ...(sort && { sort }) };
};

/** A city's locations, or those that pass the filters in the address. */
export function CityLocations({ city, isOnMap, isBehind, onAdd }: CityLocationsProps) {
  const search = useSearch();
  const pages = useNumberedPages(cityLocations);
  const response = useBrowseLocationsInfiniteQuery(locationsOfCityAsked(city.id, search.params, pages.page), {
    skip: pages.page === null,
  });
  // Only their author sees them; public lists leave them out.
  const waits = city.status === 'pending';
  const waiting = useOwnWaitingInQuery(city.id, { skip: !waits });
  const { category, light, minRating } = search;
  const isFiltered = category !== undefined || light !== undefined || minRating !== undefined;
  const clear = () => search.change({ category: null, minRating: null, ...lightParams(null) });
  const locations = waits ? waiting.data : pages.page === null ? [] : itemsOf(response.currentData);
  const filters = locationsAsked({ ...search, text: '' }, null);
  const empty =
    pages.page !== 1 ? (
      <BeyondList />
    ) : isFiltered ? (
      <EmptyState
        title={
          category && light === undefined && minRating === undefined
            ? `No ${categoryLabels[category]} locations here yet`
            : 'No location matches'
        }
        action={<Button onClick={clear}>Show all locations</Button>}
      />
    ) : (
      <EmptyState
        title={`Nobody has shown ${city.name}’s light yet`}
        text="Do you know a place worth standing at, and the hour to be there?"
        action={
          <Button variant="primary" onClick={onAdd}>
            Add Location
          </Button>
        }
      />
    );
  return (
    <>
      {city.locationCount >= filterFrom && (
        <PlaceFilters search={search}>
          {/* The few places that are good now have one order. */}
          {light !== 'now' && <SortOrder search={search} />}
        </PlaceFilters>
      )}
      <Listed
        response={waits ? waiting : response}
        failure={initialFailureTexts.fetchLocations}
        {...(!waits && { pages })}
      >
        {isOnMap ? (
          <Suspense fallback={<div className="h-96 rounded-lg bg-sunk" aria-busy />}>
            <CityMap city={city} filters={filters} places={locations} empty={empty} />
          </Suspense>
        ) : (
          <LocationGrid
            locations={isBehind ? locations?.slice(0, seenBehind) : locations}
            skeletons={skeletons}
            empty={empty}
          />
        )}
      </Listed>
    </>
  );
}
