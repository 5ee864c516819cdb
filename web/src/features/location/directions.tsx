import type { Coordinates } from '#contracts/shared/coordinates';

import { useHydrated } from '../../lib/use-hydrated.ts';

/** A link to directions to a point: phones open their own map, other devices OpenStreetMap. */
export function Directions({
  to: { latitude, longitude },
  name,
}: {
  readonly to: Coordinates;
  readonly name: string;
}) {
  const isPhone = useHydrated() && matchMedia('(pointer: coarse) and (max-width: 48rem)').matches;
  const href = isPhone
    ? `geo:${latitude},${longitude}?q=${latitude},${longitude}(${encodeURIComponent(name)})`
    : `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}#map=15/${latitude}/${longitude}`;
  return (
    <a href={href} rel="noreferrer" className="font-semibold underline underline-offset-4">
      Directions
    </a>
  );
}
