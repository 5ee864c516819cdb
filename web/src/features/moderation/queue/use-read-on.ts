import { useEffect } from 'react';

import type { Review } from '../review/use-review.ts';

/** Loads more when fewer than this many rows remain. */
const readOnBefore = 40;

/** Loads more once the screen or the choice comes near the last loaded row. `to`: the last row on the screen. */
export function useReadOn({ queue: { state, answers, readOn } }: Review, to: number): void {
  const { rows, chosen, complete } = state;
  const isChosenNear = rows.slice(-readOnBefore).some(({ key }) => key === chosen);
  const isNear = !complete && (to > rows.length - readOnBefore || isChosenNear);
  useEffect(() => {
    if (isNear) void readOn();
    // After every answer: one that brought no new row, or that followed a failure, must not end the loading.
  }, [isNear, answers, readOn]);
}
