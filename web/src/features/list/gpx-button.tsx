import { Download } from 'lucide-react';

import type { Location } from '#contracts/location/views';

import { Button } from '../../ui/button.tsx';
import { downloadGpx } from './gpx.ts';

interface GpxButtonProps {
  readonly title: string;
  readonly places: readonly Location[];
}

/** Downloads the places for a navigation device; absent if no place has coordinates. */
export function GpxButton({ title, places }: GpxButtonProps) {
  if (places.every(({ coordinates }) => coordinates === null)) return null;
  return (
    <Button onClick={() => downloadGpx(title, places)}>
      <Download size={16} aria-hidden /> GPX
    </Button>
  );
}
