import { useState } from 'react';
import { Link } from 'react-router-dom';

import { initialLimits, initialFailureTexts } from '#contracts/initial';
import { isSearching, lightParams, ratingSteps, type Searched } from '#contracts/location/search-address';
import { categoryLabels } from '#contracts/location/words';
import { cityLocations } from '#contracts/page-sizes';
import { homeParts } from '#contracts/screens';

import { useAnnounce } from '../../lib/announce.ts';
import { pageAsked, useNumberedPages } from '../../lib/numbered-pages.ts';
import { itemsOf } from '../../lib/pages.ts';
import { countedTotal, nouns } from '../../lib/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useBrowseLocationsInfiniteQuery, useListTrendingQuery } from '../../features/location/api.ts';
import { LocationGrid } from '../parts/location-grid.tsx';
import { NoSuchPage } from '../parts/no-such-page.tsx';
import { bestTimesFor, lightOf, lightWords } from '../search/light-picker.tsx';
import { SectionHeading } from './section-heading.tsx';
import type { Search } from './use-search.ts';

const skeletons = 3;
// Full rows in two and in three columns; the other trending places on request.
const few = 12;

/** Trending locations, or those that match the search, the category and the rating. */
export function LocationSection({ search }: { readonly search: Search }) {
  return (
    <section id="locations" aria-label="Locations" className="section">
      {search.active ? <Results search={search} /> : <Trending search={search} />}
    </section>
  );
}

function Trending({ search }: { readonly search: Search }) {
  const answer = useListTrendingQuery({ limit: initialLimits.trending });
  const [all, setAll] = useState(false);
  const locations = answer.currentData?.items;
  return (
    <>
      <SectionHeading title="Trending Locations">
        <RatingFilter search={search} />
      </SectionHeading>
      <Listed answer={answer} failure={initialFailureTexts.fetchLocations}>
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

/** What the results ask for. `now`: for places that are good right now. */
export const locationsAsked = (
  { text, category, minRating, light }: Searched,
  now: Date,
  page: number | null,
) => ({
  ...(text !== '' ? { search: text } : {}),
  ...(category ? { category } : {}),
  ...(minRating !== undefined ? { minRating } : {}),
  ...(light ? { bestTime: bestTimesFor(lightOf(light, now)) } : {}),
  ...pageAsked(page),
});

function Results({ search }: { readonly search: Search }) {
  const { text } = search;
  const pages = useNumberedPages(cityLocations);
  const [now] = useState(() => new Date());
  const answer = useBrowseLocationsInfiniteQuery(locationsAsked(search, now, pages.page), {
    skip: pages.page === null,
  });
  const isAll = !isSearching({ ...search, all: false });
  const clear = () =>
    search.change({ q: null, category: null, minRating: null, all: null, ...lightParams(null) });
  const locations = pages.page === null ? [] : itemsOf(answer.currentData);
  const total = answer.currentData?.pages[0]?.total ?? String(locations?.length ?? '');
  const found = locations && locations.length > 0 ? noteOf(total, search) : null;
  useAnnounce(locations ? (found ?? 'No location matches') : null);
  return (
    <>
      <SectionHeading
        title={isAll ? 'All places' : 'Search Results'}
        {...(locations?.length === 0 ? {} : { note: found })}
      >
        <RatingFilter search={search} />
        {locations && locations.length > 0 && !isAll && (
          <Button size="small" onClick={clear}>
            Clear
          </Button>
        )}
      </SectionHeading>
      <Listed answer={answer} failure={initialFailureTexts.fetchLocations} pages={pages}>
        <LocationGrid
          locations={locations}
          skeletons={skeletons}
          empty={
            pages.page === 1 ? (
              <EmptyState
                title={text !== '' ? `No location matches “${text}”` : 'No location matches'}
                text="Try fewer letters, another category or hour, or the name of a city."
                action={<Button onClick={clear}>Clear Search</Button>}
              />
            ) : (
              <NoSuchPage />
            )
          }
        />
      </Listed>
    </>
  );
}

function noteOf(total: string, { category, text, light }: Search): string {
  const at = light ? `, ${lightWords[lightOf(light, new Date())].toLowerCase()} light` : '';
  const of = category ? ` in ${categoryLabels[category]}` : '';
  const matching = text !== '' ? ` for “${text}”` : '';
  return `${countedTotal(total, nouns.location)}${of}${matching}${at}`;
}

/** Hides locations with a lower rating. */
function RatingFilter({ search }: { readonly search: Search }) {
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
