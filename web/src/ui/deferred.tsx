import { useEffect, useState, type ComponentType } from 'react';

import { toast } from '../lib/toast.ts';
import type { Openable } from './dialog.tsx';

/**
 * A dialog whose code is loaded when it first opens. If loading fails, it closes again and shows a toast; the page
 * keeps the typed values, and the next opening tries again.
 */
export function deferred<P extends Openable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Deferred(props: P) {
    const { open, onOpenChange } = props;
    const [Dialog, setDialog] = useState<ComponentType<P> | null>(null);
    // Another instance of this dialog may have loaded the code already.
    if (open && Dialog === null && loaded !== null) {
      const known = loaded;
      setDialog(() => known);
    }
    const missing = open && Dialog === null;
    useEffect(() => {
      if (!missing) return;
      let left = false;
      load()
        .then((component) => {
          loaded = component;
          if (!left) setDialog(() => component);
        })
        .catch((error: unknown) => {
          console.error('A part of the page could not be loaded', error);
          if (left) return;
          sayNotLoaded();
          onOpenChange(false);
        });
      return () => {
        left = true;
      };
      // The callers' functions change with every render; one attempt per opening is enough.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [missing]);
    return Dialog === null ? null : <Dialog {...props} />;
  };
}

/** Shows a toast that the requested dialog could not be loaded. */
export const sayNotLoaded = (): void =>
  toast({
    title: 'This could not be opened',
    text: 'Please check your network and try again.',
    variant: 'destructive',
  });
