import { createContext } from 'react';

import type { Coordinates } from '#contracts/shared/coordinates';

/** Puts an element on the map, with its middle at a point. */
export type PutOnMap = (element: HTMLElement, at: Coordinates) => { readonly remove: () => void };

/** The map that pins are put on; null while there is none. */
export const OnMap = createContext<PutOnMap | null>(null);
