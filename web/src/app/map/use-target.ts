import { useCallback, useEffect, useRef, useState } from 'react';

import { boxAround, boxIn, boxText, wholeWorld, type MapView } from '#contracts/location/map-address';
import type { Box } from '#contracts/location/queries';
import { pathOf } from '#contracts/screens';
import type { Coordinates } from '#contracts/shared/coordinates';

import { useIsLeaving } from '../../lib/use-is-leaving.ts';
import type { Search } from '../search/use-search.ts';
import { boxOfPlaces } from './box-of-places.ts';

interface Placed {
  readonly coordinates: Coordinates | null;
}

/** Degrees around a place that is shown alone. */
export const around = 0.02;

/**
 * The view that the map moves to. The address follows the map, and the map follows the address after Back or a link.
 */
export function useTarget({ params, change }: Search) {
  const inAddress = boxText(boxIn(params) ?? wholeWorld);
  const [box, setBox] = useState<Box>(() => boxIn(params) ?? wholeWorld);
  /** The box that the map itself wrote into the address. */
  const followed = useRef(inAddress);
  useEffect(() => {
    if (followed.current === inAddress) return;
    followed.current = inAddress;
    setBox(boxIn(new URLSearchParams({ bbox: inAddress })) ?? wholeWorld);
  }, [inAddress]);

  const isLeaving = useIsLeaving();
  const onMoved = ({ box: seen, zoom }: MapView): void => {
    const bbox = boxText(seen);
    // A place that has just been opened over the map changes the address before its parameters are rendered.
    if (bbox === followed.current || isLeaving || window.location.pathname !== pathOf('map')) return;
    followed.current = bbox;
    change({ bbox, zoom: String(zoom) }, { replace: true });
  };
  const showAll = useCallback((places: readonly Placed[]): void => {
    const points = places.flatMap(({ coordinates }) => coordinates ?? []);
    const box = boxOfPlaces({ places: points, clusters: [] }, around);
    if (box !== null) setBox(box);
  }, []);
  return {
    box,
    onMoved,
    show: setBox,
    showAll,
    showPlace: ({ coordinates }: Placed): void => {
      if (coordinates !== null) setBox(boxAround(coordinates, around));
    },
    showWorld: () => setBox({ ...wholeWorld }),
  };
}
