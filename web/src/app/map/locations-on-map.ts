import { boxIn, boxText, wholeWorld } from '#contracts/location/map-address';
import { searchedIn, type Searched } from '#contracts/location/search-address';
import { mapLocations } from '#contracts/page-sizes';

import { locationsAsked } from '../search/locations-asked.ts';

/** The query of the list beside the map. */
export const locationsOnMapAsked = (params: URLSearchParams, page: number | null) => ({
  ...locationsAsked(searchedIn(params), page),
  bbox: boxText(boxIn(params) ?? wholeWorld),
  limit: mapLocations,
});

/** Whether the map and its list have only the first 1,000 matches. */
export const isOfFirstHits = ({ text, light }: Searched): boolean => text !== '' || light === 'now';

/** The number of matches anywhere; only the total of this response is read. */
export const hitsAsked = (searched: Searched) => ({ ...locationsAsked(searched, null), limit: 1 });
