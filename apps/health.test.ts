import { expect, test } from 'vitest';

import { createProgress } from '#platform/projections/progress';
import { readModels } from '#projections/read-models';

import { createHealth } from './health.ts';

test('a process is not ready while it retries a read model after an error, and names the read model', async () => {
  const declarations = readModels.map(({ declaration }) => declaration);
  const progress = createProgress(declarations);
  const health = createHealth({
    readiness: async () => ({
      head: 5n,
      models: declarations.map(({ name }) => ({
        name,
        position: progress.of(name).position,
        isAtHead: false,
      })),
    }),
    states: () => progress.status(),
    headAtStart: 5n,
    stopped: async () => undefined,
  });
  health.prepared();
  for (const { name } of declarations) {
    progress.started(name, 0n);
    progress.reached(name, 5n);
    progress.live(name);
  }
  expect(await health.report()).toMatchObject({ isReady: true, report: { status: 'ready' } });
  progress.interrupted('queue', new Error('disk I/O error'));
  expect(await health.report()).toMatchObject({
    isReady: false,
    report: {
      status: 'waiting',
      reason: 'Read model queue does not follow the log: disk I/O error. It is tried again.',
    },
  });
  progress.reached('queue', 6n);
  expect(await health.report()).toMatchObject({ isReady: true });
});
