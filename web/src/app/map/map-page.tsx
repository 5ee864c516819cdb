import { useEffect, useState, type ReactNode } from 'react';

import { initialFailureTexts } from '#contracts/initial';
import { isSearching, lightParams } from '#contracts/location/search-address';
import type { Location } from '#contracts/location/views';
import { mapLocations } from '#contracts/page-sizes';
import type { Coordinates } from '#contracts/shared/coordinates';

import { useAnnounce } from '../../lib/announce.ts';
import { useNumberedPages } from '../../lib/numbered-pages.ts';
import { itemsOf } from '../../lib/pages.ts';
import { countedTotal, nouns, titleOf } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useBrowseLocationsInfiniteQuery } from '../../features/location/api.ts';
import { useListNearQuery } from '../../features/location/map-api.ts';
import { BeyondList } from '../parts/beyond-list.tsx';
import { PlaceFilters } from '../search/place-filters.tsx';
import { locationsAsked } from '../search/locations-asked.ts';
import { useSearch, type Search } from '../search/use-search.ts';
import { locationsOnMapAsked } from './locations-on-map.ts';
import { NearMe } from './near-me.tsx';
import { PlaceRow } from './place-row.tsx';
import { PlacesMap } from './places-map.tsx';
import { useTarget } from './use-target.ts';

/** Kilometres. */
const nearWithin = 100;

/** All places with coordinates: on a map, and beside it as a list of those in view, each of which chooses in the other. */
export function MapPage() {
  const search = useSearch();
  const [near, setNear] = useState<Coordinates | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const target = useTarget(search);
  const inView = useInView(search);
  const around = useAround(search, near);
  const { answer, places, total } = near === null ? inView : around;
  const what = near === null ? 'in view' : `within ${nearWithin} km of you`;
  const note = places && places.length > 0 ? `${countedTotal(total, nouns.location)} ${what}` : null;
  useAnnounce(places ? (note ?? `No location ${what}`) : null);
  const { showAll } = target;
  const found = around.places;
  useEffect(() => {
    if (near !== null && found !== undefined && found.length > 0) showAll(found);
  }, [near, found, showAll]);

  const choose = (id: string) => {
    setChosen(id);
    document.querySelector(`[data-location="${id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="page pt-8 pb-12 sm:pt-10">
      <title>{titleOf('Map')}</title>
      <h1 className="text-4xl">Map</h1>
      <div className="mt-5">
        <PlaceFilters search={search} />
      </div>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <section aria-label="Places in the list" className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-xl">{note ?? `Locations ${what}`}</h2>
            <NearMe isOn={near !== null} onChange={setNear} />
          </div>
          <Listed
            answer={answer}
            failure={initialFailureTexts.fetchLocations}
            {...(near === null && { pages: inView.pages })}
          >
            <PlaceList
              places={places}
              chosen={chosen}
              onChoose={(place) => {
                setChosen(place.id);
                target.showPlace(place);
              }}
              empty={
                near === null && inView.pages.page !== 1 ? (
                  <BeyondList />
                ) : (
                  <NothingThere search={search} what={what} onWorld={target.showWorld} />
                )
              }
            />
          </Listed>
        </section>
        <div className="h-96 overflow-hidden rounded-lg border border-line max-lg:order-first lg:sticky lg:top-(--top) lg:h-[calc(100dvh-var(--top))]">
          <PlacesMap
            search={search}
            box={target.box}
            onMoved={target.onMoved}
            onOpen={target.show}
            chosen={chosen}
            onChoose={choose}
            onClose={() => setChosen(null)}
          />
        </div>
      </div>
    </div>
  );
}

/** The places in the box of the address, by name. */
function useInView({ params }: Search) {
  const pages = useNumberedPages(mapLocations);
  const answer = useBrowseLocationsInfiniteQuery(locationsOnMapAsked(params, pages.page), {
    skip: pages.page === null,
  });
  const { currentData } = answer;
  const places = pages.page === null ? [] : byName(itemsOf(currentData));
  return { answer, pages, places, total: currentData?.pages[0]?.total ?? '' };
}

/** The places around a point, the nearest first. */
function useAround(search: Search, near: Coordinates | null) {
  const asked = { ...locationsAsked(search, null), within: nearWithin, limit: mapLocations };
  const answer = useListNearQuery(
    { ...asked, near: near ?? { latitude: 0, longitude: 0 } },
    { skip: near === null },
  );
  const { items, total } = answer.currentData ?? {};
  return { answer, places: items, total: total ?? '' };
}

function byName(places: readonly Location[] | undefined): readonly Location[] | undefined {
  const order = new Intl.Collator('en');
  return places && [...places].sort((one, other) => order.compare(one.name, other.name));
}

interface PlaceListProps {
  readonly places: readonly Location[] | undefined;
  readonly chosen: string | null;
  readonly onChoose: (place: Location) => void;
  readonly empty: ReactNode;
}

const skeletons = 6;

function PlaceList({ places, chosen, onChoose, empty }: PlaceListProps) {
  if (places?.length === 0) return empty;
  return (
    <ul
      aria-busy={places === undefined}
      aria-label={places === undefined ? 'Loading locations' : 'Locations'}
      className="flex flex-col gap-1"
    >
      {places?.map((place) => (
        <li key={place.id}>
          <PlaceRow place={place} isChosen={place.id === chosen} onChoose={() => onChoose(place)} />
        </li>
      ))}
      {places === undefined &&
        Array.from({ length: skeletons }, (_, index) => (
          <li key={index}>
            <Skeleton className="h-20 w-full" />
          </li>
        ))}
    </ul>
  );
}

interface NothingThereProps {
  readonly search: Search;
  readonly what: string;
  readonly onWorld: () => void;
}

function NothingThere({ search, what, onWorld }: NothingThereProps) {
  const isFiltered = isSearching({ ...search, all: false });
  const clear = () => search.change({ q: null, category: null, minRating: null, ...lightParams(null) });
  return (
    <EmptyState
      title={`No location ${what}`}
      text={isFiltered ? 'With these filters.' : 'Zoom out, or move the map.'}
      action={
        isFiltered ? (
          <Button onClick={clear}>Show all locations</Button>
        ) : (
          <Button onClick={onWorld}>Show the world</Button>
        )
      }
    />
  );
}
