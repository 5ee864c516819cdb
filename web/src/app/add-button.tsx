import { useState, type ComponentType } from 'react';

import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { AddLabel, addButtonClass } from './add-label.tsx';

/** The button to add something, on every page. The first press loads the menu that it opens. */
export function AddButton() {
  const [AddMenu, setMenu] = useState<ComponentType | null>(null);
  const load = () => {
    import('./add-menu.tsx').then(
      (module) => setMenu(() => module.AddMenu),
      () => toast({ title: 'This could not be opened', text: 'Please check your network and try again.' }),
    );
  };
  if (AddMenu !== null) return <AddMenu />;
  return (
    <Button aria-haspopup="menu" aria-expanded={false} className={addButtonClass} onClick={load}>
      <AddLabel />
    </Button>
  );
}
