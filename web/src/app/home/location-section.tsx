import { useState } from 'react';
import { Link } from 'react-router-dom';

import { initialLimits, initialFailureTexts } from '#contracts/initial';
import { homeParts } from '#contracts/screens';

import { Button, buttonClass } from '../../ui/button.tsx';
import { Listed } from '../../ui/listed.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useListTrendingQuery } from '../../features/location/api.ts';
import { LocationGrid } from '../parts/location-grid.tsx';
import { RatingFilter } from '../search/rating-filter.tsx';
import { SearchResults } from './search-results.tsx';
import { SectionHeading } from './section-heading.tsx';
import type { Search } from '../search/use-search.ts';

const skeletons = 3;
// Full rows in two and in three columns; the other trending places on request.
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
