import { useState } from 'react';
import { Link } from 'react-router-dom';

import { initialLimits, initialFailureTexts } from '#contracts/initial';
import { isSearching, lightParams } from '#contracts/location/search-address';
import { categoryPlurals } from '#contracts/location/words';
import { cityLocations } from '#contracts/page-sizes';
import { homeParts, pathOf } from '#contracts/screens';

import { useAnnounce } from '../../lib/announce.ts';
import { useNumberedPages } from '../../lib/numbered-pages.ts';
import { itemsOf } from '../../lib/pages.ts';
import { countedTotal, nouns } from '../../lib/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Listed } from '../../ui/listed.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useListTrendingQuery, useBrowseLocationsInfiniteQuery } from '../../features/location/api.ts';
import { BeyondList } from '../parts/beyond-list.tsx';
import { LocationGrid } from '../parts/location-grid.tsx';
import { DidYouMean } from '../search/did-you-mean.tsx';
import { locationsAsked } from '../search/locations-asked.ts';
import { RatingFilter } from '../search/place-filters.tsx';
import { lightName } from '../search/light-picker.tsx';
import { SectionHeading } from './section-heading.tsx';
import type { Search } from '../search/use-search.ts';

const skeletons = 3;
// Full rows in two and in three columns; a button shows the other trending places.
const few = 12;

/** Trending locations, or those that match the search, the category and the rating. */
export function LocationSection({ search }: { readonly search: Search }) {
  return (
    <section id="locations" aria-label="Locations" className="section">
      {search.active ? <SearchResults search={search} /> : <Trending search={search} />}
    </section>
  );
}

function Trending({ search }: { readonly search: Search }) {
  const response = useListTrendingQuery({ limit: initialLimits.trending });
  const [all, setAll] = useState(false);
  const locations = response.currentData?.items;
  return (
    <>
      <SectionHeading title="Trending Locations">
        <RatingFilter search={search} />
      </SectionHeading>
      <Listed response={response} failure={initialFailureTexts.fetchLocations}>
        <LocationGrid
          locations={all ? locations : locations?.slice(0, few)}
          skeletons={skeletons}
          empty={
            <EmptyState
              title="Nothing is trending yet"
              text="Photos, ratings and hearts bring a place up here. The first could be yours."
            />
          }
        />
      </Listed>
      <div className="mt-10 flex flex-wrap justify-center gap-3">
        {!all && locations && locations.length > few && (
          <Button size="large" onClick={() => setAll(true)}>
            Show more
          </Button>
        )}
        <Link to={homeParts.all} className={buttonClass({ size: 'large' })}>
          All places
        </Link>
      </div>
    </>
  );
}

/** How many pictures load before all others: a phone's first screen has one, and more would share its connection. */
const eager = 1;

/** The places that match the search, the category, the light and the rating. */
function SearchResults({ search }: { readonly search: Search }) {
  const { text } = search;
  const pages = useNumberedPages(cityLocations);
  const response = useBrowseLocationsInfiniteQuery(locationsAsked(search, pages.page), {
    skip: pages.page === null,
  });
  const isAll = !isSearching({ ...search, all: false });
  const clear = () =>
    search.change({ q: null, category: null, minRating: null, all: null, ...lightParams(null) });
  const locations = pages.page === null ? [] : itemsOf(response.currentData);
  const total = response.currentData?.pages[0]?.total ?? String(locations?.length ?? '');
  const found = locations && locations.length > 0 ? noteOf(total, search) : null;
  useAnnounce(locations ? (found ?? 'No location matches') : null);
  return (
    <>
      <SectionHeading
        title={isAll ? 'All places' : 'Search Results'}
        note={found}
        awaited={!locations && !response.error}
      >
        <RatingFilter search={search} />
        <Link to={onMap(search)} className={`${buttonClass({ size: 'small' })} print:hidden`}>
          Map
        </Link>
        {locations && locations.length > 0 && !isAll && (
          <Button size="small" onClick={clear}>
            Clear
          </Button>
        )}
      </SectionHeading>
      <Listed response={response} failure={initialFailureTexts.fetchLocations} pages={pages}>
        <LocationGrid
          locations={locations}
          eager={eager}
          skeletons={skeletons}
          empty={
            pages.page === 1 ? (
              <EmptyState
                title={text !== '' ? `No location matches “${text}”` : 'No location matches'}
                text={
                  <>
                    <DidYouMean text={text} />
                    Try fewer letters, another category or hour, or the name of a city.
                  </>
                }
                action={<Button onClick={clear}>Clear Search</Button>}
              />
            ) : (
              <BeyondList />
            )
          }
        />
      </Listed>
    </>
  );
}

/** The path of the map with the same search. */
function onMap({ params }: Search): string {
  const search = new URLSearchParams(params);
  search.delete('page');
  search.delete('all');
  return `${pathOf('map')}?${search}`;
}

function noteOf(total: string, { category, text, light }: Search): string {
  const at = light === undefined ? '' : `, ${lightName(light).toLowerCase()}`;
  const of = category ? ` in ${categoryPlurals[category]}` : '';
  const matching = text !== '' ? ` for “${text}”` : '';
  return `${countedTotal(total, nouns.location)}${of}${matching}${at}`;
}
