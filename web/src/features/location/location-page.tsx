import { useNavigate, useParams } from 'react-router-dom';

import { CityView } from '../city/city-view.tsx';
import { CitySkeleton } from '../city/city-skeleton.tsx';
import { useGetLocationQuery } from './api.ts';
import { LocationDialog } from './location-dialog.tsx';

/** A location by its own address: its dialog over the page of its city. */
export function LocationPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { currentData: location, error } = useGetLocationQuery(id);
  const home = location ? `/city/${location.cityId}` : '/';
  const close = () => {
    // The router keeps the entry's place in this tab's own history there; at 0 a step back would leave the site.
    const state: unknown = window.history.state;
    const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
    if (typeof index === 'number' && index > 0) void navigate(-1);
    else void navigate(home, { replace: true });
  };
  return (
    <>
      {location ? <CityView id={location.cityId} isBehind /> : !error && <CitySkeleton />}
      <LocationDialog
        key={id}
        id={id}
        onClose={close}
        onDeleted={() => void navigate(home, { replace: true })}
      />
    </>
  );
}
