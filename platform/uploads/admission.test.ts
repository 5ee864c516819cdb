import { tmpdir } from 'node:os';

import { expect, it } from 'vitest';

import { Refusal } from '#contracts/shared/errors';

import { createDiskReserve } from './admission.ts';

it('counts uploads in progress as already written', async () => {
  const disk = createDiskReserve(tmpdir(), () => 0);
  await disk.check(1);
  const refused: unknown = await disk.check(1e9).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ code: 'unavailable', details: { retryAfter: 60 } });
  await disk.check(1);
});
