import { useLocation, useNavigate } from 'react-router-dom';

import { withoutLocation } from '../../features/location/location-link.ts';
import { LocationDialog } from './location-dialog.tsx';

/** A location opened from a card, over the current page; closing goes back in the history. */
export function LocationOverlay({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const back = () => navigate(-1);
  // First replaces the entry with the page behind, so that Forward does not reopen a deleted location.
  const dropAndBack = async () => {
    const behind = { pathname, search: withoutLocation(search) };
    await navigate(behind, { replace: true, preventScrollReset: true });
    await back();
  };
  return <LocationDialog id={id} onClose={() => void back()} onDeleted={() => void dropAndBack()} />;
}
