import { boxIn, boxText, wholeWorld } from '#contracts/location/map-address';
import { searchedIn, type Searched } from '#contracts/location/search-address';
import { mapLocations } from '#contracts/page-sizes';

import { locationsAsked } from '../search/locations-asked.ts';

/** What the list beside the map asks for. */
export const locationsOnMapAsked = (params: URLSearchParams, page: number | null) => ({
  ...locationsAsked(searchedIn(params), page),
  bbox: boxText(boxIn(params) ?? wholeWorld),
  limit: mapLocations,
});

/** Whether only the first 1,000 that match are on the map and in its list. */
export const isOfFirstHits = ({ text, light }: Searched): boolean => text !== '' || light === 'now';

/** How many match, wherever they are: of this answer only the total is read. */
export const hitsAsked = (searched: Searched) => ({ ...locationsAsked(searched, null), limit: 1 });
