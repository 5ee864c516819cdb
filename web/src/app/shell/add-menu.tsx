import { Building2, MapPinPlus } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useAddDialogs } from '../parts/use-add-dialogs.tsx';
import { AddLabel, addButtonClass } from './add-label.tsx';

/** The menu of content to add. It is open from the start, because the press that loads it also opens it. */
export function AddMenu({ byKey }: { readonly byKey: boolean }) {
  const { add, dialogs } = useAddDialogs();
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
            onSelect: () => add('location'),
          },
          { label: 'Add City', icon: <Building2 size={17} aria-hidden />, onSelect: () => add('city') },
        ]}
      />
      {dialogs}
    </>
  );
}
