import { useEffect } from 'react';

import type { Review } from './use-review.ts';

/** Rows left before the end at which the list is read on. */
const readOnBefore = 40;

/** Reads on once the screen, or the choice, comes near the end of what is read. `to`: the last row on the screen. */
export function useReadOn({ queue: { state, readOn } }: Review, to: number): void {
  const { rows, chosen, complete } = state;
  const isChosenNear = rows.slice(-readOnBefore).some(({ key }) => key === chosen);
  const isNear = !complete && (to > rows.length - readOnBefore || isChosenNear);
  useEffect(() => {
    if (isNear) void readOn();
  }, [isNear, rows.length, readOn]);
}
