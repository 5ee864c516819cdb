import clsx from 'clsx';
import { createContext, use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import type { Coordinates } from '#contracts/shared/coordinates';

/** An element placed on a map. */
interface Placed {
  readonly moveTo: (at: Coordinates) => void;
  readonly remove: () => void;
}

/** The functions of a map that its child components use. */
export interface MapParts {
  /** Places the centre of an element at a point. With `onDragged` people can drag it to another point. */
  readonly put: (element: HTMLElement, at: Coordinates, onDragged?: (to: Coordinates) => void) => Placed;
  /** Calls back with each point of the map that is pressed, until the returned function is called. */
  readonly onPress: (pressed: (at: Coordinates) => void) => () => void;
  readonly middle: () => Coordinates;
  /** The point this many pixels to the right of and below another. */
  readonly beside: (at: Coordinates, right: number, below: number) => Coordinates;
}

/** The map that contains the component; null while there is none. */
export const OnMap = createContext<MapParts | null>(null);

interface PinProps {
  readonly at: Coordinates;
  /** The accessible name. */
  readonly label: string;
  readonly isChosen?: boolean;
  readonly onPress: () => void;
  /** A picture behind it, centred at the point. */
  readonly around?: ReactNode;
  /** A number; without one it is a dot. */
  readonly children?: ReactNode;
}

/** A button at a point, 44 pixels wide. Tab goes through the list beside the map, not through pins. */
export function Pin({ at, label, isChosen = false, onPress, around, children }: PinProps) {
  return (
    <Pinned at={at}>
      {around}
      <button
        type="button"
        tabIndex={-1}
        aria-label={label}
        title={label}
        aria-pressed={isChosen}
        onClick={onPress}
        className={clsx(
          'relative grid size-11 cursor-pointer place-items-center rounded-full',
          isChosen && 'z-3',
        )}
      >
        <span
          className={clsx(
            'grid place-items-center rounded-full border-2 border-raised text-sm font-semibold text-on-accent tabular-nums',
            isChosen ? 'bg-ink text-paper!' : 'bg-accent',
            children !== undefined ? 'h-9 min-w-9 px-1.5' : isChosen ? 'size-7' : 'size-5',
          )}
        >
          {children}
        </span>
      </button>
    </Pinned>
  );
}

interface PinnedProps {
  readonly at: Coordinates;
  /** If given, people can drag it. */
  readonly onDragged?: (to: Coordinates) => void;
  readonly children: ReactNode;
}

/** Centres its content at a point on the map. */
export function Pinned({ at: { latitude, longitude }, onDragged, children }: PinnedProps) {
  const map = use(OnMap);
  const [element] = useState(() => document.createElement('div'));
  const placed = useRef<Placed | null>(null);
  const pointNow = useEffectEvent(() => ({ latitude, longitude }));
  const dragged = useEffectEvent((to: Coordinates) => onDragged?.(to));
  const isMovable = onDragged !== undefined;
  useEffect(() => {
    if (map === null) return;
    const put = map.put(element, pointNow(), isMovable ? (to) => dragged(to) : undefined);
    placed.current = put;
    return () => {
      placed.current = null;
      put.remove();
    };
  }, [map, element, isMovable]);
  // Moves the marker instead of creating it again, so that it keeps the focus.
  useEffect(() => placed.current?.moveTo({ latitude, longitude }), [latitude, longitude]);
  return createPortal(children, element);
}
