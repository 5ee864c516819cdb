import { expect, it } from 'vitest';

import { shareReads } from './shared-reads.ts';

/** A store whose reads end when the test releases them. Each returns the events that the store held when it began. */
function createStore() {
  const held: string[] = [];
  const ends: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const read = shareReads(
    () =>
      new Promise<readonly string[]>((resolve, reject) => {
        const found = [...held];
        ends.push({ resolve: () => resolve(found), reject });
      }),
  );
  return { held, ends, read };
}

it('returns everything that was stored at the time of the request', async () => {
  const { held, ends, read } = createStore();
  held.push('first');
  const early = read('city-a', 0n);
  await expect.poll(() => ends.length).toBe(1);
  held.push('second');
  const late = read('city-a', 0n);
  ends[0]?.resolve();
  expect(await early).toEqual(['first']);
  await expect.poll(() => ends.length).toBe(2);
  held.push('third');
  const later = read('city-a', 0n);
  ends[1]?.resolve();
  expect(await late).toEqual(['first', 'second']);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.resolve();
  expect(await later).toEqual(['first', 'second', 'third']);
});

it('reads once for all callers during a read, separately for each stream and start', async () => {
  const { ends, read } = createStore();
  const first = [read('city-a', 0n), read('city-a', 0n), read('city-b', 0n), read('city-a', 1n)];
  await expect.poll(() => ends.length).toBe(3);
  const others = [read('city-a', 0n), read('city-a', 0n), read('city-a', 0n)];
  for (const { resolve } of ends) resolve();
  await Promise.all(first);
  await expect.poll(() => ends.length).toBe(4);
  ends[3]?.resolve();
  await Promise.all(others);
  expect(ends).toHaveLength(4);
});

it('starts a new read when none is running, and after a failure', async () => {
  const { ends, read } = createStore();
  const failing = read('city-a', 0n);
  await expect.poll(() => ends.length).toBe(1);
  const waiting = read('city-a', 0n);
  ends[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.resolve();
  expect(await waiting).toEqual([]);
  const again = read('city-a', 0n);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.resolve();
  expect(await again).toEqual([]);
});
