import clsx from 'clsx';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import type { City } from '#contracts/city/views';
import { homeCities } from '#contracts/page-sizes';
import { pathOf } from '#contracts/screens';

import { useAnnounce } from '../../lib/announce.ts';
import { pageAsked, useNumberedPages } from '../../lib/numbered-pages.ts';
import { itemsOf } from '../../lib/pages.ts';
import { useViewer } from '../../lib/session.ts';
import { countedTotal, nouns, counted } from '../../lib/words.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Button, buttonClass, IconButton } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useBrowseCitiesInfiniteQuery } from '../../features/city/api.ts';
import { BeyondList } from '../parts/beyond-list.tsx';
import { SectionHeading } from './section-heading.tsx';
import type { Search } from '../search/use-search.ts';

const EditCityDialog = deferred(() =>
  import('../../features/city/edit-city-dialog.tsx').then((m) => m.EditCityDialog),
);

// One large tile and four small ones; a button shows the rest.
const mosaic = 5;
const skeletons = 4;

/** The query of the section. `page`: null if the address has no valid page number. */
export const citiesAsked = ({ text }: Pick<Search, 'text'>, page: number | null) => ({
  limit: homeCities,
  ...(text !== '' ? { search: text } : {}),
  ...pageAsked(page),
});

/** The most photographed cities, or those that match the search. */
export function CitySection({ search }: { readonly search: Search }) {
  const searching = search.text !== '';
  const [params] = useSearchParams();
  const numbered = useNumberedPages(homeCities, '#cities');
  // During a search, the address names a page of its results.
  const pages = search.active ? undefined : numbered;
  const page = pages === undefined ? 1 : pages.page;
  const response = useBrowseCitiesInfiniteQuery(citiesAsked(search, page), { skip: page === null });
  const [all, setAll] = useState(!search.active && params.has('page'));
  const [edited, setEdited] = useState<City | null>(null);
  const [editing, setEditing] = useState(false);
  const cities = page === null ? [] : itemsOf(response.currentData);
  const total = response.currentData?.pages[0]?.total ?? null;
  const short = !searching && !all;
  const shown = short ? cities?.slice(0, mosaic) : cities;
  const isFolded = searching && cities?.length === 0;
  useAnnounce(spokenOf(search, total, cities), { silentAtFirst: true });
  const edit = (city: City) => {
    setEdited(city);
    setEditing(true);
  };
  if (isFolded) return <NoCityFound search={search} />;
  return (
    <section id="cities" aria-label="Cities" className="section">
      <SectionHeading
        title={searching ? 'Cities Matching Your Search' : 'Popular Cities'}
        note={countOf(total, cities)}
        awaited={!cities && !response.error}
      >
        {short && cities && cities.length > mosaic && <ShowAll onClick={() => setAll(true)} />}
      </SectionHeading>
      <Listed
        response={response}
        failure="The cities could not be loaded"
        offersMore={!short}
        {...(pages && { pages })}
      >
        {cities?.length === 0 && page !== 1 ? (
          <BeyondList />
        ) : cities?.length === 0 ? (
          <EmptyState title="No cities yet" text="The first one could be yours: add it below." />
        ) : (
          <Tiles cities={shown} featured={!searching} onEdit={edit} />
        )}
      </Listed>
      {edited && <EditCityDialog key={edited.id} city={edited} open={editing} onOpenChange={setEditing} />}
    </section>
  );
}

/** A link to the whole list until the page's code runs. */
function ShowAll({ onClick }: { readonly onClick: () => void }) {
  if (useHydrated())
    return (
      <Button size="small" onClick={onClick}>
        Show all
      </Button>
    );
  return (
    <Link to={{ search: '?page=1', hash: '#cities' }} className={buttonClass({ size: 'small' })}>
      Show all
    </Link>
  );
}

/** The text for a screen reader: the number of cities, and the search text. */
function spokenOf(
  { text }: Search,
  total: string | null,
  cities: readonly City[] | undefined,
): string | null {
  if (!cities) return null;
  const count = countOf(total, cities) ?? 'No city';
  return text === '' ? count : `${count} for “${text}”`;
}

/** Undefined until it is known, and if there is no city. */
const countOf = (total: string | null, cities: readonly City[] | undefined): string | undefined =>
  cities?.length ? countedTotal(total ?? String(cities.length), nouns.city) : undefined;

/** In one line only: the search text more likely names a place. */
function NoCityFound({ search }: { readonly search: Search }) {
  return (
    <section
      id="cities"
      aria-label="Cities"
      className="mt-6 flex flex-wrap items-center gap-x-2 gap-y-1 sm:mt-8"
    >
      <h2 className="font-sans text-md font-semibold tracking-normal">Cities Matching Your Search</h2>
      <p className="text-md text-soft">none</p>
      <Button size="small" onClick={() => search.change({ q: null })}>
        Show All Cities
      </Button>
    </section>
  );
}

interface TilesProps {
  readonly cities: readonly City[] | undefined;
  /** The first tile is large. */
  readonly featured: boolean;
  readonly onEdit: (city: City) => void;
}

const grid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:auto-rows-[212px] lg:grid-cols-4';
const large = 'col-span-2 aspect-[3/2] lg:row-span-2 lg:aspect-auto';
const wide = 'col-span-2 aspect-[2/1] lg:aspect-auto';
const tall = 'col-span-2 aspect-[2/1] lg:row-span-2 lg:aspect-auto';
// About a square on a phone, but always higher than a two-line name below the button.
const small = 'max-sm:h-[max(10.5rem,calc(50vw-22px))] sm:aspect-[4/3] lg:aspect-auto';

/** Fills the mosaic without gaps: the tiles share its right half, or its lower part on a phone. */
function placeOf(index: number, count: number): string {
  if (index === 0) return count === 1 ? clsx(large, 'lg:col-span-4') : large;
  if (count === 2) return tall;
  if (count === 3) return clsx(small, 'lg:col-span-2');
  if (count === 4 && index === 1) return wide;
  return small;
}

function Tiles({ cities, featured, onEdit }: TilesProps) {
  const place = (index: number, count: number) => (featured ? placeOf(index, count) : small);
  return (
    <ul aria-busy={cities === undefined} className={grid}>
      {cities === undefined &&
        Array.from({ length: skeletons }, (_, index) => (
          <li key={index} className={place(index, skeletons)}>
            <Skeleton className="size-full rounded-lg!" />
          </li>
        ))}
      {cities?.map((city, index) => (
        <li key={city.id} className={place(index, cities.length)}>
          <CityTile city={city} large={index === 0 && featured} onEdit={onEdit} />
        </li>
      ))}
    </ul>
  );
}

interface CityTileProps {
  readonly city: City;
  /** The first tile of the mosaic. */
  readonly large: boolean;
  readonly onEdit: (city: City) => void;
}

/** A city as a picture with its name on it. */
function CityTile({ city, large, onEdit }: CityTileProps) {
  const { status } = useViewer();
  return (
    <article className="group relative isolate flex size-full flex-col justify-end overflow-hidden rounded-lg bg-night">
      <Picture
        src={city.imageUrl}
        srcSet={city.imageSrcset}
        sizes={large ? '(min-width: 1024px) 570px, 100vw' : '(min-width: 1024px) 290px, 50vw'}
        alt=""
        width={600}
        height={400}
        className="absolute inset-0 -z-1 bg-night! transition-transform duration-500 ease-out group-hover:scale-[1.03]"
      />
      <div
        className={clsx(
          'bg-linear-to-t wrap-anywhere from-black/80 via-black/45 via-50% to-transparent text-white',
          large ? 'px-5 pt-20 pb-5 sm:px-6 sm:pb-5.5' : 'px-3.5 pt-9 pb-3 sm:px-5 sm:pt-14 sm:pb-4',
        )}
      >
        <h3
          dir="auto"
          className={large ? 'line-clamp-3 text-3xl' : 'line-clamp-2 text-xl sm:line-clamp-3 sm:text-2xl'}
        >
          <Link
            to={pathOf('city', city.id)}
            className="whole-card-link whole-card-focus decoration-1 underline-offset-4 group-hover:underline focus-visible:after:-outline-offset-6 focus-visible:after:outline-white"
          >
            {city.name}
          </Link>
        </h3>
        {/* On a narrow tile they are on separate lines. */}
        <p
          className={clsx(
            'mt-0.5',
            large ? 'text-base' : 'text-xs max-sm:flex max-sm:flex-col sm:line-clamp-2 sm:text-sm',
          )}
        >
          <bdi className={clsx(!large && 'max-sm:truncate')}>{city.country}</bdi>
          <span className={clsx(!large && 'max-sm:hidden')}>&nbsp;· </span>
          <span className="sm:whitespace-nowrap">{counted(city.locationCount, nouns.location)}</span>
        </p>
      </div>
      {status === 'in' && (
        <IconButton
          label={`Edit ${city.name}`}
          tone="floating"
          onClick={() => onEdit(city)}
          className="absolute! top-3 right-3 z-2 opacity-0 transition-opacity group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <Pencil size={16} aria-hidden />
        </IconButton>
      )}
    </article>
  );
}
