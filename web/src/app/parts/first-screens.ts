/** The first script has what home, a city's and a place's page share, so that none of them loads what is another's own. */
import '../search/locations-asked.ts';
import '../search/place-filters.tsx';
import '../search/use-search.ts';
import '../../features/city/api.ts';
import '../../features/location/api.ts';
import '../../lib/numbered-pages.ts';
import '../../lib/use-hydrated.ts';
import '../../ui/listed.tsx';
import '../../ui/scrolling.ts';
import './beyond-list.tsx';
import './location-grid.tsx';
