import { useState, type ReactNode } from 'react';

import { deferred } from '../../ui/deferred.tsx';

const AddCityDialog = deferred(() =>
  import('../../features/city/add-city-dialog.tsx').then((m) => m.AddCityDialog),
);
const AddLocationDialog = deferred(() =>
  import('./add-location-dialog.tsx').then((m) => m.AddLocationDialog),
);

/** Opens the forms for a new place and a new city; the caller must render `dialogs`. */
export function useAddDialogs(): {
  readonly add: (what: 'city' | 'location') => void;
  readonly dialogs: ReactNode;
} {
  const [open, setOpen] = useState<'city' | 'location' | null>(null);
  const during = (what: 'city' | 'location') => ({
    open: open === what,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? what : null),
  });
  return {
    add: setOpen,
    dialogs: (
      <>
        <AddCityDialog {...during('city')} />
        <AddLocationDialog {...during('location')} />
      </>
    ),
  };
}
