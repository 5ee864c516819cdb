import type { Coordinates } from '#contracts/shared/coordinates';
import { coordinatesText } from '#contracts/shared/coordinates-text';

import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';

/** Where a point is: its coordinates to copy. */
export function Whereabouts({ point }: { readonly point: Coordinates }) {
  const text = coordinatesText(point);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Coordinates copied' });
    } catch {
      // The browser does not allow it; they stand there to be selected.
      toast({ title: 'These are the coordinates', text, duration: 15_000 });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-md tabular-nums">{text}</span>
      <Button size="small" aria-label={`Copy ${text}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
