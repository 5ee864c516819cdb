import { Building2, MapPinPlus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { Menu } from '../../ui/menu.tsx';
import { AddLabel, addButtonClass } from './add-label.tsx';

const AddCityDialog = deferred(() =>
  import('../../features/city/add-city-dialog.tsx').then((m) => m.AddCityDialog),
);
const AddLocationDialog = deferred(() =>
  import('../parts/add-location-dialog.tsx').then((m) => m.AddLocationDialog),
);

/** The menu of what can be added. It is open from the start, because the press that loads it also opens it. */
export function AddMenu({ byKey }: { readonly byKey: boolean }) {
  const [city, setCity] = useState(false);
  const [location, setLocation] = useState(false);
  return (
    <>
      <Menu
        defaultOpen
        byKey={byKey}
        trigger={
          <Button className={addButtonClass}>
            <AddLabel />
          </Button>
        }
        items={[
          {
            label: 'Add Location',
            icon: <MapPinPlus size={17} aria-hidden />,
            onSelect: () => setLocation(true),
          },
          { label: 'Add City', icon: <Building2 size={17} aria-hidden />, onSelect: () => setCity(true) },
        ]}
      />
      <AddCityDialog open={city} onOpenChange={setCity} />
      <AddLocationDialog open={location} onOpenChange={setLocation} />
    </>
  );
}
