import { use, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import type { Coordinates } from '#contracts/shared/coordinates';

import { OnMap } from './on-map.ts';

interface PinnedProps {
  readonly at: Coordinates;
  readonly children: ReactNode;
}

/** Stands on the map at a point, with its middle there. */
export function Pinned({ at: { latitude, longitude }, children }: PinnedProps) {
  const put = use(OnMap);
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => {
    const { remove } = put?.(element, { latitude, longitude }) ?? {};
    return remove;
  }, [put, element, latitude, longitude]);
  return createPortal(children, element);
}
