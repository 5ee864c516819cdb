import { useNavigate } from 'react-router-dom';

import { LocationDialog } from './location-dialog.tsx';

/** A location opened from a card, over the page that is there: closing goes back to before it was opened. */
export function LocationOverlay({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  return <LocationDialog id={id} onClose={() => void navigate(-1)} onDeleted={() => void navigate(-1)} />;
}
