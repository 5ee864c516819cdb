import { createContext } from 'react';

import type { Coordinates } from '#contracts/shared/coordinates';

/** An element that stands on a map. */
export interface Placed {
  readonly moveTo: (at: Coordinates) => void;
  readonly remove: () => void;
}

/** What parts on a map need of it. */
export interface MapParts {
  /** Puts an element on the map, with its middle at a point. With `onDragged` it can be dragged to another. */
  readonly put: (element: HTMLElement, at: Coordinates, onDragged?: (to: Coordinates) => void) => Placed;
  /** Calls back with each point of the map that is pressed, until the returned function is called. */
  readonly onPress: (pressed: (at: Coordinates) => void) => () => void;
  readonly middle: () => Coordinates;
  /** The point so many pixels to the right of another, and below it. */
  readonly beside: (at: Coordinates, right: number, below: number) => Coordinates;
}

/** The map that parts are on; null while there is none. */
export const OnMap = createContext<MapParts | null>(null);
