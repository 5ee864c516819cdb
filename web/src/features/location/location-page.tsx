import { useNavigate, useParams } from 'react-router-dom';

import { CityView } from '../city/city-view.tsx';
import { CitySkeleton } from '../city/city-skeleton.tsx';
import { useGetLocationQuery } from './api.ts';
import { LocationDialog } from './location-dialog.tsx';

interface NavigationApi {
  readonly canGoBack: boolean;
}

/** Whether a step back stays on this site. */
function canGoBack(): boolean {
  // Newer browsers know it for sure, also of pages that were loaded in full; the types do not know of them yet.
  const { navigation } = window as { readonly navigation?: NavigationApi };
  if (navigation !== undefined) return navigation.canGoBack;
  // The router keeps the entry's place in this tab's own history there.
  const state: unknown = window.history.state;
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
  return typeof index === 'number' && index > 0;
}

/** A location by its own address: its dialog over the page of its city. */
export function LocationPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { currentData: location, error } = useGetLocationQuery(id);
  const home = location ? `/city/${location.cityId}` : '/';
  const close = () => void (canGoBack() ? navigate(-1) : navigate(home, { replace: true }));
  // The entry first becomes another page, so that going forward does not reopen what is gone.
  const leaveDeleted = async () => {
    await navigate(home, { replace: true });
    if (canGoBack()) await navigate(-1);
  };
  return (
    <>
      {location ? <CityView id={location.cityId} isBehind /> : !error && <CitySkeleton />}
      <LocationDialog key={id} id={id} onClose={close} onDeleted={() => void leaveDeleted()} />
    </>
  );
}
