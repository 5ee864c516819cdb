import { useEffect, useRef, type RefObject } from 'react';
import { Link } from 'react-router-dom';

import type { Location } from '#contracts/location/views';
import { favoritesMost } from '#contracts/page-sizes';
import { pathOf } from '#contracts/screens';
import { limits } from '#contracts/shared/limits';

import { useAnnounce } from '../../lib/announce.ts';
import { api, listTags, type Page } from '../../lib/api.ts';
import { itemsOf, useFurtherPages, pagesOf } from '../../lib/pages.ts';
import { useOwnStatus } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { counted, nouns, titleOf } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Select } from '../../ui/select.tsx';
import { SignInRequired } from '../../ui/signed-in-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { LocationGrid } from '../parts/location-grid.tsx';
import { LookAtPlaces } from '../parts/look-at-places.tsx';
import { arrange, orderOf, orders, orderWords } from './arrange.ts';

const favoritesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's own favourites, newest first, page by page. */
    browseFavorites: build.infiniteQuery<Page<Location>, void, string | null>({
      ...pagesOf<Location, void>(() => ({ url: '/api/favorites', params: { limit: favoritesMost } })),
      providesTags: (data) => [{ type: 'Location', id: 'FAVORITES' }, ...listTags('Location', itemsOf(data))],
    }),
  }),
});

const { useBrowseFavoritesInfiniteQuery } = favoritesApi;

const skeletons = 6;

/** The viewer's favourite places. */
export function FavoritesPage() {
  const status = useOwnStatus();
  return (
    <div className="page py-10 sm:py-12">
      <title>{titleOf('Favourites')}</title>
      <h1 className="text-4xl">Favourites</h1>
      <p className="mt-2 mb-8 text-soft">
        The places that you want to see, or to see again. For a trip, put them on{' '}
        <Link to={pathOf('lists')} className="underline underline-offset-4">
          your lists
        </Link>
        .
      </p>
      {status === 'out' && <SignInRequired text="Sign in to see the places that you gave a heart." />}
      {status === 'loading' && <LocationGrid locations={undefined} skeletons={skeletons} empty={null} />}
      {status === 'in' && <Favorites />}
    </div>
  );
}

function Favorites() {
  const [params, set] = useAddress();
  const text = (params.get('q') ?? '').slice(0, limits.search);
  const order = orderOf(params.get('sort'));
  const { response, locations, isWhole } = useAllFavorites();
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list, locations?.length);
  const change = (name: 'q' | 'sort', value: string) => set(name, value === orders[0] ? '' : value);
  const shown = locations && arrange(locations, text, order);
  useAnnounce(shown && isWhole ? counted(shown.length, nouns.location) : null, { silentAtFirst: true });
  if (locations?.length === 0) return <NoneYet />;
  return (
    <Listed response={response} failure="Your favourites could not be loaded" offersMore={false}>
      <div className="mb-7 flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-80">
          <TextInput
            type="search"
            aria-label="Search your favourites"
            placeholder="Search your favourites"
            maxLength={limits.search}
            value={text}
            onChange={(event) => change('q', event.target.value)}
          />
        </div>
        <div className="w-[11rem]">
          <Select
            aria-label="Order"
            value={order}
            onChange={(event) => change('sort', event.target.value)}
            options={Object.entries(orderWords)}
          />
        </div>
        <p className="text-md text-soft">
          {shown && counted(shown.length, nouns.location)}
          {!isWhole && locations && !response.error && ', more are coming'}
        </p>
      </div>
      <div ref={list} tabIndex={-1} className="outline-none">
        <h2 className="sr-only">Places</h2>
        <LocationGrid
          locations={shown}
          skeletons={skeletons}
          empty={
            <EmptyState
              title={`None of your favourites matches “${text}”`}
              action={<Button onClick={() => change('q', '')}>Show all</Button>}
            />
          }
        />
      </div>
    </Listed>
  );
}

function NoneYet() {
  return (
    <EmptyState
      title="No favourites yet"
      text="Press the heart on a place that you want to see: it will be kept here."
      action={<LookAtPlaces />}
    />
  );
}

/** Reads all pages: favourites are few enough to sort and search in the browser. */
function useAllFavorites() {
  const response = useBrowseFavoritesInfiniteQuery();
  const { data, hasNextPage } = response;
  useFurtherPages(response, true);
  return {
    response,
    locations: itemsOf(data),
    isWhole: data !== undefined && !hasNextPage,
  };
}

/** Removing a place also removes the button that has the focus, so the focus moves to the list. */
function useKeptFocus(list: RefObject<HTMLElement | null>, count: number | undefined): void {
  const before = useRef(count);
  useEffect(() => {
    const isLess = count !== undefined && before.current !== undefined && count < before.current;
    before.current = count;
    if (isLess && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [count, list]);
}
