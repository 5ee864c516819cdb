import { Search as SearchIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { initialFailureTexts } from '#contracts/initial';
import { isSearching, lightParams } from '#contracts/location/search-address';
import { boxIn } from '#contracts/location/map-address';
import type { Box } from '#contracts/location/queries';
import type { Location } from '#contracts/location/views';
import { mapLocations } from '#contracts/page-sizes';
import { pathOf } from '#contracts/screens';
import type { Coordinates } from '#contracts/shared/coordinates';
import { limits } from '#contracts/shared/limits';

import { useAnnounce } from '../../lib/announce.ts';
import { useNumberedPages } from '../../lib/numbered-pages.ts';
import { itemsOf } from '../../lib/pages.ts';
import { countedTotal, nouns, titleOf } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Listed } from '../../ui/listed.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useBrowseLocationsInfiniteQuery, useListLocationsQuery } from '../../features/location/api.ts';
import { useGetMapQuery, useListNearQuery } from '../../features/location/map-api.ts';
import { BeyondList } from '../parts/beyond-list.tsx';
import { DidYouMean } from '../search/did-you-mean.tsx';
import { PlaceFilters } from '../search/place-filters.tsx';
import { SearchField } from '../search/search-field.tsx';
import { locationsAsked } from '../search/locations-asked.ts';
import { useSearch, type Search } from '../search/use-search.ts';
import { boxOfPlaces } from './box-of-places.ts';
import { hitsAsked, isOfFirstHits, locationsOnMapAsked } from './locations-on-map.ts';
import { NearMe } from './near-me.tsx';
import { PlaceList, toPlaceInList } from './place-list.tsx';
import { PlacesMap } from './places-map.tsx';
import { around as aroundPlaces, useTarget } from './use-target.ts';

/** Kilometres. */
const nearWithin = 100;

/**
 * All places with coordinates: on a map, and in a list of those in view; choosing a place in one selects it in the
 * other.
 */
export function MapPage() {
  const search = useSearch();
  const [near, setNear] = useState<Coordinates | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const target = useTarget(search);
  const inView = useInView(search);
  const around = useAround(search, near);
  const { response, places, total } = near === null ? inView : around;
  const isCut = useIsCut(search);
  const where = whereOf(search, near);
  const matching = search.text === '' ? '' : ` for “${search.text}”`;
  const note =
    places && places.length > 0 ? `${countedTotal(total, nouns.location)}${matching}${where}` : null;
  useAnnounce(places ? (note ?? `No location${where}`) : null);
  const { showAll } = target;
  const found = around.places;
  useEffect(() => {
    if (near !== null && found !== undefined && found.length > 0) showAll(found);
  }, [near, found, showAll]);

  useShowHits(search, target.show);

  const choose = (id: string) => {
    setChosen(id);
    toPlaceInList(id);
  };
  return (
    <div className="page pt-8 pb-12 sm:pt-10 low:pt-2">
      <title>{titleOf('Map')}</title>
      <h1 className="text-4xl low:sr-only">Map</h1>
      <MapSearch search={search} />
      <div className="mt-5">
        <PlaceFilters search={search} />
      </div>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <section aria-label="Places in the list" className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <h2 className="min-w-0 text-xl wrap-anywhere">{note ?? `Locations${where}`}</h2>
            <NearMe isOn={near !== null} onChange={setNear} />
            {isCut && (
              <p className="w-full text-md text-soft">
                These are the first 1,000 that match. Narrow the search to see others.
              </p>
            )}
          </div>
          <Listed
            response={response}
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
                  <NothingThere search={search} where={where} onWorld={target.showWorld} />
                )
              }
            />
          </Listed>
        </section>
        <div className="h-96 overflow-hidden rounded-lg border border-line max-lg:order-first lg:sticky lg:top-(--top) lg:h-[calc(100dvh-var(--top))] print:hidden">
          <PlacesMap
            label="Map of the places. The list has all that are in view."
            filters={locationsAsked(search, null)}
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

/** What follows a count; nothing for the whole world, which is larger than most windows' maps. */
function whereOf({ params }: Search, near: Coordinates | null): string {
  if (near !== null) return ` within ${nearWithin} km of you`;
  return boxIn(params) === undefined ? '' : ' in view';
}

/** Searches from this page: the map then shows all matches in the world. */
function MapSearch({ search }: { readonly search: Search }) {
  return (
    <SearchField
      in="page"
      action={pathOf('map')}
      value={search.text}
      onSearch={(q) => search.change({ q, bbox: null, zoom: null })}
      placeholder="Search cities or locations..."
      className="mt-5 flex max-w-[600px] rounded-lg border border-outline bg-raised focus-within:outline-2 focus-within:outline-accent print:hidden"
      inputClassName="min-h-11 min-w-0 flex-1 rounded-md bg-transparent px-3.5 text-base text-ellipsis text-ink outline-none placeholder:text-soft"
    >
      <button
        type="submit"
        aria-label="Search"
        className="grid h-11 w-12 place-items-center text-soft transition-colors duration-150 hover:text-ink"
      >
        <SearchIcon size={18} aria-hidden />
      </button>
    </SearchField>
  );
}

/** Zooms out to all matches of a text, once for each text that arrives without a box in the address. */
function useShowHits(search: Search, show: (box: Box) => void): void {
  const { text, params } = search;
  const [asked, setAsked] = useState({ text: '', isOpen: false });
  // The map's own moves soon put a box back into the address.
  if (asked.text !== text) setAsked({ text, isOpen: text !== '' && boxIn(params) === undefined });
  const { currentData } = useGetMapQuery(
    { ...locationsAsked(search, null), zoom: 0 },
    { skip: asked.text !== text || !asked.isOpen },
  );
  const shown = useRef('');
  useEffect(() => {
    if (text === '') shown.current = '';
    if (currentData === undefined || shown.current === text) return;
    shown.current = text;
    const box = boxOfPlaces(currentData, aroundPlaces);
    if (box !== null) show(box);
  }, [currentData, text, show]);
}

/** Whether more places match than the map and its list can show. */
function useIsCut(search: Search): boolean {
  const { currentData } = useListLocationsQuery(hitsAsked(search), { skip: !isOfFirstHits(search) });
  return currentData?.total === `${limits.countMost}+`;
}

/** The places in the box of the address, by name. */
function useInView({ params }: Search) {
  const pages = useNumberedPages(mapLocations);
  const response = useBrowseLocationsInfiniteQuery(locationsOnMapAsked(params, pages.page), {
    skip: pages.page === null,
  });
  const { currentData } = response;
  const places = pages.page === null ? [] : byName(itemsOf(currentData));
  return { response, pages, places, total: currentData?.pages[0]?.total ?? '' };
}

/** The places around a point, the nearest first. */
function useAround(search: Search, near: Coordinates | null) {
  const asked = { ...locationsAsked(search, null), within: nearWithin, limit: mapLocations };
  const response = useListNearQuery(
    { ...asked, near: near ?? { latitude: 0, longitude: 0 } },
    { skip: near === null },
  );
  const { items, total } = response.currentData ?? {};
  return { response, places: items, total: total ?? '' };
}

function byName(places: readonly Location[] | undefined): readonly Location[] | undefined {
  const order = new Intl.Collator('en');
  return places && [...places].sort((one, other) => order.compare(one.name, other.name));
}

interface NothingThereProps {
  readonly search: Search;
  readonly where: string;
  readonly onWorld: () => void;
}

function NothingThere({ search, where, onWorld }: NothingThereProps) {
  const isFiltered = isSearching({ ...search, all: false });
  const { text } = search;
  const clear = () => search.change({ q: null, category: null, minRating: null, ...lightParams(null) });
  return (
    <EmptyState
      title={text === '' ? `No location${where}` : `No location for “${text}”${where}`}
      text={
        <>
          <DidYouMean text={text} />
          {isFiltered ? 'Try fewer filters, or move the map.' : 'Zoom out, or move the map.'}
        </>
      }
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {isFiltered && <Button onClick={clear}>Show all locations</Button>}
          <Button onClick={onWorld}>Show the world</Button>
        </span>
      }
    />
  );
}
