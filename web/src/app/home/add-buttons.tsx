import { MapPinPlus, Plus } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { useAddDialogs } from '../parts/use-add-dialogs.tsx';

/** Opens the forms for a new place and a new city, which stay open while the buttons are not shown. */
export function AddButtons({ isShown }: { readonly isShown: boolean }) {
  const { add, dialogs } = useAddDialogs();
  return (
    <>
      {isShown && (
        <>
          <Button variant="primary" size="large" onClick={() => add('location')}>
            <MapPinPlus size={18} aria-hidden /> Add Location
          </Button>
          <Button size="large" onClick={() => add('city')}>
            <Plus size={18} aria-hidden /> Add City
          </Button>
        </>
      )}
      {dialogs}
    </>
  );
}
