import { MapPinPlus, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';

const AddCityDialog = deferred(() =>
  import('../../features/city/add-city-dialog.tsx').then((m) => m.AddCityDialog),
);
const AddLocationDialog = deferred(() =>
  import('../parts/add-location-dialog.tsx').then((m) => m.AddLocationDialog),
);

/** Opens the forms for a new place and a new city, which stay open while the buttons are not shown. */
export function AddButtons({ isShown }: { readonly isShown: boolean }) {
  const [city, setCity] = useState(false);
  const [location, setLocation] = useState(false);
  return (
    <>
      {isShown && (
        <>
          <Button variant="primary" size="large" onClick={() => setLocation(true)}>
            <MapPinPlus size={18} aria-hidden /> Add Location
          </Button>
          <Button size="large" onClick={() => setCity(true)}>
            <Plus size={18} aria-hidden /> Add City
          </Button>
        </>
      )}
      <AddCityDialog open={city} onOpenChange={setCity} />
      <AddLocationDialog open={location} onOpenChange={setLocation} />
    </>
  );
}
