import { coordinatesText, type Coordinates } from '#contracts/shared/coordinates';

import { toast } from '../../lib/toast.ts';
import { Button, buttonClass } from '../../ui/button.tsx';

/** Where a point is: its coordinates to copy, and the way there. */
export function Whereabouts({ point, name }: { readonly point: Coordinates; readonly name: string }) {
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
      <a href={directionsTo(point, name)} rel="noreferrer" className={buttonClass({ size: 'small' })}>
        Directions
      </a>
      <span className="text-md tabular-nums">{text}</span>
      <Button size="small" aria-label={`Copy ${text}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}

/** Phones open their own map; elsewhere OpenStreetMap tells the way. */
function directionsTo({ latitude, longitude }: Coordinates, name: string): string {
  const isPhone = matchMedia('(pointer: coarse) and (max-width: 48rem)').matches;
  if (isPhone) return `geo:${latitude},${longitude}?q=${latitude},${longitude}(${encodeURIComponent(name)})`;
  return `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}#map=15/${latitude}/${longitude}`;
}
