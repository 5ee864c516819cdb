import { useState, type ComponentType, type MouseEvent } from 'react';

import { Button } from '../../ui/button.tsx';
import { sayNotLoaded } from '../../ui/deferred.tsx';
import { AddLabel, addButtonClass } from './add-label.tsx';

/** The button to add something, on every page. The first press loads the menu that it opens. */
export function AddButton() {
  const [AddMenu, setMenu] = useState<ComponentType<{ readonly byKey: boolean }> | null>(null);
  const [byKey, setByKey] = useState(false);
  const load = (event: MouseEvent) => {
    // A click without a pointer.
    setByKey(event.detail === 0);
    import('./add-menu.tsx').then((module) => setMenu(() => module.AddMenu), sayNotLoaded);
  };
  if (AddMenu !== null) return <AddMenu byKey={byKey} />;
  return (
    <Button aria-haspopup="menu" aria-expanded={false} className={addButtonClass} onClick={load}>
      <AddLabel />
    </Button>
  );
}
