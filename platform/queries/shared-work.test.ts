import { expect, test } from 'vitest';

import { createPauses } from './shared-work.ts';

test('one of several paused callers continues in each round of the event loop', async () => {
  let round = 0;
  let isOver = false;
  const count = () => {
    round += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const pause = createPauses();
  const rounds = await Promise.all(Array.from({ length: 5 }, () => pause().then(() => round)));
  isOver = true;
  expect(rounds).toEqual([...new Set(rounds)].sort((one, other) => one - other));
  expect(rounds).toHaveLength(5);
});
