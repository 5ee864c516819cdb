import { ListPlus } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';

const AddToListDialog = deferred(() => import('./add-to-list-dialog.tsx').then((m) => m.AddToListDialog));

interface AddToListProps {
  readonly id: string;
  readonly name: string;
}

/** A button beside the heart that adds the place to the viewer's lists. */
export function AddToList({ id, name }: AddToListProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={`Add ${name} to a list`} title="Add to list" onClick={() => setOpen(true)}>
        <ListPlus size={20} strokeWidth={1.9} aria-hidden />
      </IconButton>
      <AddToListDialog place={id} name={name} open={open} onOpenChange={setOpen} />
    </>
  );
}
