import { expect, it } from 'vitest';

import { operations } from '#contracts/api';

import { onMongoDb } from '../harness/servers.ts';
import { fuzz } from './run.ts';
import { createFuzzWorld, publicOrigin } from './world.ts';

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1000);
// The tests' own MongoDB server reads every document in this process, which is slower than the product itself.
const slowest = onMongoDb ? 5000 : 1000;
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_301);

/** These operations need a secret that is only in a mail. */
const needSecrets: ReadonlySet<string> = new Set(['resetPassword', 'confirmEmail']);

it(
  `${requests} random requests find no fault (FUZZ_REQUESTS, FUZZ_SEED)`,
  { timeout: 1_800_000 },
  async () => {
    await using world = await createFuzzWorld();
    const report = await fuzz({
      origin: world.origin,
      publicOrigin,
      requests,
      seed,
      atOnce: 8,
      slowest,
    });
    expect(report.failures, `with the seed ${seed}`).toEqual([]);
    expect(world.faults()).toBe('');
    // Refusals alone would prove little, so 19 of 20 operations must also have succeeded.
    const names = Object.keys(operations);
    const refused = names.filter((name) => !report.succeeded.has(name) && !needSecrets.has(name));
    if (requests >= 10_000) expect(refused.length, refused.join()).toBeLessThanOrEqual(names.length / 20);
  },
);
