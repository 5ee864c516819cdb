import { use, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import type { Coordinates } from '#contracts/shared/coordinates';

import { OnMap, type Placed } from './on-map.ts';

interface PinnedProps {
  readonly at: Coordinates;
  /** If given, it can be dragged. */
  readonly onDragged?: (to: Coordinates) => void;
  readonly children: ReactNode;
}

/** Stands on the map at a point, with its middle there. */
export function Pinned({ at: { latitude, longitude }, onDragged, children }: PinnedProps) {
  const map = use(OnMap);
  const [element] = useState(() => document.createElement('div'));
  const latest = useRef({ latitude, longitude, onDragged });
  const placed = useRef<Placed | null>(null);
  useEffect(() => {
    latest.current = { latitude, longitude, onDragged };
  });
  const isMovable = onDragged !== undefined;
  useEffect(() => {
    if (map === null) return;
    const put = map.put(
      element,
      latest.current,
      isMovable ? (to) => latest.current.onDragged?.(to) : undefined,
    );
    placed.current = put;
    return () => {
      placed.current = null;
      put.remove();
    };
  }, [map, element, isMovable]);
  // Moved, not put anew: that would take the focus from it.
  useEffect(() => placed.current?.moveTo({ latitude, longitude }), [latitude, longitude]);
  return createPortal(children, element);
}
