import { initialLimits } from '#contracts/initial';
import { isSearching, searchedIn, type Searched } from '#contracts/location/search-address';
import {
  cityLocations,
  homeCities,
  landingMost,
  mapLocations,
  pageIn,
  personPhotos,
} from '#contracts/page-sizes';
import { screenAt, type RenderedScreen } from '#contracts/screens';

import { cityApi } from '../features/city/api.ts';
import { listApi } from '../features/list/list-api.ts';
import { locationApi } from '../features/location/api.ts';
import { photoApi } from '../features/photo/api.ts';
import { aboutApi } from '../lib/about-api.ts';
import type { Dispatch } from '../lib/store.ts';
import { locationsOfCityAsked } from './city/city-locations.tsx';
import { contributorApi, photosAsked, placesAsked } from './contributor/contributor-api.ts';
import { citiesAsked } from './home/city-section.tsx';
import { hitsAsked, isOfFirstHits, locationsOnMapAsked } from './map/locations-on-map.ts';
import { locationsAsked } from './search/locations-asked.ts';
import { statsApi } from './home/stats-strip.tsx';
import { leastLetters, suggestApi } from './search/suggest-api.ts';
import { pagesApi } from './texts/pages-api.ts';

interface Asking {
  readonly dispatch: Dispatch;
  /** The screen's id in its path; empty without one. */
  readonly id: string;
  readonly params: URLSearchParams;
}

/**
 * Reads the initial data of a screen, with the same calls and arguments as its components. Returns false if the subject
 * of the screen does not exist.
 */
type Read = (asking: Asking) => Promise<boolean>;

const city = cityApi.endpoints;
const location = locationApi.endpoints;

const readHome = async ({ dispatch, params }: Asking): Promise<boolean> => {
  const searched = searchedIn(params);
  const isSearch = isSearching(searched);
  const page = pageIn(params, isSearch ? cityLocations : homeCities);
  if (page === null) return false;
  const places = async (): Promise<boolean> => {
    const response = await dispatch(location.browseLocations.initiate(locationsAsked(searched, page)));
    if (page === 1 && isEmpty(response)) await readMeant(dispatch, searched);
    return isThere(page, response);
  };
  const cities = async (): Promise<boolean> => {
    const asked = isSearch ? 1 : page;
    return isThere(asked, await dispatch(city.browseCities.initiate(citiesAsked(searched, asked))));
  };
  const areThere = await Promise.all([
    cities(),
    isSearch
      ? places()
      : dispatch(location.listTrending.initiate({ limit: initialLimits.trending })).then(() => true),
    dispatch(statsApi.endpoints.getStats.initiate()).then(() => true),
  ]);
  return areThere.every(Boolean);
};

/** The suggested spelling for a text that finds nothing. */
const readMeant = async (dispatch: Dispatch, { text }: Searched): Promise<void> => {
  if (text.length >= leastLetters) await dispatch(suggestApi.endpoints.suggest.initiate(text));
};

interface ListResponse {
  readonly data?: { readonly pages: ReadonlyArray<{ readonly items: readonly unknown[] }> } | undefined;
}

const isEmpty = ({ data }: ListResponse): boolean =>
  data !== undefined && data.pages.every(({ items }) => items.length === 0);

/** Whether a list has a page: the first one always, a further one if it has items. */
const isThere = (page: number, response: ListResponse): boolean => page === 1 || !isEmpty(response);

const readCity = async ({ dispatch, id, params }: Asking): Promise<boolean> => {
  const page = pageIn(params, cityLocations);
  const places = async (): Promise<boolean> => {
    if (page === null) return false;
    const asked = locationsOfCityAsked(id, params, page);
    return isThere(page, await dispatch(location.browseLocations.initiate(asked)));
  };
  const [known, areThere] = await Promise.all([dispatch(city.getCity.initiate(id)), places()]);
  return known.isSuccess && areThere;
};

const readLocation = async (asking: Asking): Promise<boolean> => {
  const { dispatch, id } = asking;
  const [known] = await Promise.all([
    dispatch(location.getLocation.initiate(id)),
    dispatch(photoApi.endpoints.listPhotos.initiate(id)),
    // The licence of the photos.
    dispatch(aboutApi.endpoints.getAbout.initiate()),
  ]);
  return known.data !== undefined && readCity({ ...asking, id: known.data.cityId });
};

const readContributor = async ({ dispatch, id, params }: Asking): Promise<boolean> => {
  const page = pageIn(params, personPhotos);
  const { getPublicPerson, listPhotosOfPerson } = contributorApi.endpoints;
  const lists = async (): Promise<boolean> => {
    if (page === null) return false;
    const [photos, places] = await Promise.all([
      dispatch(listPhotosOfPerson.initiate(photosAsked(id, page))),
      dispatch(location.listLocations.initiate(placesAsked(id, page))),
    ]);
    return page === 1 || [photos, places].some(({ data }) => data !== undefined && data.items.length > 0);
  };
  const [known, areThere] = await Promise.all([dispatch(getPublicPerson.initiate(id)), lists()]);
  return known.isSuccess && areThere;
};

const readMap: Read = async ({ dispatch, params }) => {
  const page = pageIn(params, mapLocations);
  if (page === null) return false;
  const searched = searchedIn(params);
  const [response] = await Promise.all([
    dispatch(location.browseLocations.initiate(locationsOnMapAsked(params, page))),
    dispatch(aboutApi.endpoints.getAbout.initiate()),
    isOfFirstHits(searched) && dispatch(location.listLocations.initiate(hitsAsked(searched))),
  ]);
  if (page === 1 && isEmpty(response)) await readMeant(dispatch, searched);
  return isThere(page, response);
};

const readSharedList = async ({ dispatch, id }: Asking): Promise<boolean> =>
  (await dispatch(listApi.endpoints.getList.initiate(id))).isSuccess;

const readText =
  (name: 'privacy' | 'terms') =>
  async ({ dispatch }: Asking): Promise<boolean> => {
    await Promise.all([
      dispatch(pagesApi.endpoints.getOwnPage.initiate(name)),
      dispatch(aboutApi.endpoints.getAbout.initiate()),
    ]);
    return true;
  };

const nothing = async (): Promise<boolean> => true;

const readLanding: Read = async ({ dispatch }) => {
  await Promise.all([
    dispatch(city.listCities.initiate({ limit: landingMost })),
    dispatch(location.listTrending.initiate({ limit: landingMost })),
  ]);
  return true;
};

/** The module of each screen that the server renders, by its name in the build, and the data it reads. */
const serverScreens: Readonly<Record<RenderedScreen, { readonly module: string; readonly read: Read }>> = {
  home: { module: 'home-page', read: readHome },
  landing: { module: 'landing-page', read: readLanding },
  city: { module: 'city-page', read: readCity },
  location: { module: 'location-page', read: readLocation },
  contributor: { module: 'contributor-page', read: readContributor },
  map: { module: 'map-page', read: readMap },
  sharedList: { module: 'shared-list-page', read: readSharedList },
  privacy: { module: 'own-page', read: readText('privacy') },
  terms: { module: 'own-page', read: readText('terms') },
  // The personal screens: their frame, which is the same for everybody.
  lists: { module: 'lists-page', read: nothing },
  list: { module: 'list-page', read: nothing },
  favorites: { module: 'favorites-page', read: nothing },
  submissions: { module: 'submissions-page', read: nothing },
};

const isServerScreen = (name: string): name is RenderedScreen => Object.hasOwn(serverScreens, name);

export interface ReadScreen {
  readonly isFound: boolean;
  readonly module: string;
}

/** Fills the store with the initial data of the screen at that address. */
export async function readScreen(dispatch: Dispatch, { pathname, searchParams }: URL): Promise<ReadScreen> {
  const screen = screenAt(pathname);
  if (screen === null || !isServerScreen(screen.name)) return { isFound: false, module: 'not-found-page' };
  const { module, read } = serverScreens[screen.name];
  const isFound = await read({ dispatch, id: decoded(screen.id), params: searchParams });
  return { isFound, module };
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
