import { useLocation, useNavigate } from 'react-router-dom';

import { LocationDialog } from './location-dialog.tsx';
import { withoutLocation } from './location-link.ts';

/** A location opened from a card, over the page that is there: closing goes back to before it was opened. */
export function LocationOverlay({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const back = () => navigate(-1);
  // The entry first becomes the page behind, so that going forward does not reopen what is gone.
  const dropAndBack = async () => {
    const behind = { pathname, search: withoutLocation(search) };
    await navigate(behind, { replace: true, preventScrollReset: true });
    await back();
  };
  return <LocationDialog id={id} onClose={() => void back()} onDeleted={() => void dropAndBack()} />;
}
