import { boxIn, boxText, wholeWorld } from '#contracts/location/map-address';
import { searchedIn } from '#contracts/location/search-address';
import { mapLocations } from '#contracts/page-sizes';

import { locationsAsked } from '../search/locations-asked.ts';

/** What the list beside the map asks for. */
export const locationsOnMapAsked = (params: URLSearchParams, page: number | null) => ({
  ...locationsAsked(searchedIn(params), page),
  bbox: boxText(boxIn(params) ?? wholeWorld),
  limit: mapLocations,
});
