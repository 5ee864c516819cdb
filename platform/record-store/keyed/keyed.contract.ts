import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Keyed } from './port.ts';

/**
 * A new, empty store, and a second one on the same entries, as in another process. `sweep`: the record store's sweep.
 */
export interface KeyedPair extends AsyncDisposable {
  readonly keyed: Keyed;
  readonly other: Keyed;
  readonly sweep: (now: number) => Promise<void>;
}

/** In the future, because a server removes expired documents itself, at any time. */
const now = 4_070_908_800_000;
const many = <T>(call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 20 }, (_, index) => call(index)));

/** Tests for every keyed store. */
export function describeKeyed(name: string, open: () => Promise<KeyedPair>): void {
  describe(`keyed store: ${name}`, () => {
    let pair: KeyedPair;
    beforeEach(async () => {
      pair = await open();
    });
    afterEach(() => pair[Symbol.asyncDispose]());

    it('returns the latest entry until it is taken', async () => {
      const { keyed, other } = pair;
      expect(await keyed.get('a')).toBeUndefined();
      await keyed.put('a', { value: 'one', expire: now, owner: 'ada' });
      expect(await other.get('a')).toEqual({ value: 'one', expire: now, owner: 'ada' });
      await other.put('a', { value: 'two' });
      expect(await keyed.get('a')).toEqual({ value: 'two' });
      expect(await keyed.take('a')).toEqual({ value: 'two' });
      expect(await other.get('a')).toBeUndefined();
      expect(await other.take('a')).toBeUndefined();
    });

    it('gives an entry to only one of many takers', async () => {
      const { keyed, other } = pair;
      await keyed.put('a', { value: 'one' });
      const taken = await many((index) => (index % 2 ? keyed : other).take('a'));
      expect(taken.filter((each) => each !== undefined)).toEqual([{ value: 'one' }]);
    });

    it('replaces only the expected entry', async () => {
      const { keyed, other } = pair;
      expect(await keyed.putIf('a', 'one', { value: 'two' })).toBe(false);
      expect(await keyed.putIf('a', undefined, { value: 'one', expire: now, owner: 'ada' })).toBe(true);
      expect(await other.putIf('a', undefined, { value: 'two' })).toBe(false);
      expect(await other.putIf('a', 'another', { value: 'two' })).toBe(false);
      expect(await other.get('a')).toEqual({ value: 'one', expire: now, owner: 'ada' });
      expect(await other.putIf('a', 'one', { value: 'two' })).toBe(true);
      expect(await keyed.get('a')).toEqual({ value: 'two' });
      await keyed.removeIf('a', 'one');
      expect(await keyed.get('a')).toEqual({ value: 'two' });
      await keyed.removeIf('a', 'two');
      expect(await keyed.get('a')).toBeUndefined();
    });

    it('lets only one of many writers replace the same text, or write the first one', async () => {
      const { keyed, other } = pair;
      for (const expected of [undefined, 'first']) {
        const value = expected === undefined ? 'first' : 'second';
        const written = await many((index) => (index % 2 ? keyed : other).putIf('a', expected, { value }));
        expect(written.filter(Boolean)).toHaveLength(1);
      }
    });

    it('removes an owner’s entries below a prefix, or those that pass a test', async () => {
      const { keyed, other } = pair;
      for (const [key, owner] of [
        ['a:1', 'ada'],
        ['a:2', 'ada'],
        ['b:1', 'ada'],
        ['a:3', 'eve'],
      ] as const)
        await keyed.put(key, { value: `text of ${key}`, owner });
      const left = async () =>
        (
          await Promise.all(['a:1', 'a:2', 'b:1', 'a:3'].map(async (key) => (await other.get(key)) && key))
        ).filter((key) => key !== undefined);
      await other.removeOf('ada', 'a:', (text) => text.endsWith('1'));
      expect(await left()).toEqual(['a:2', 'b:1', 'a:3']);
      await other.removeOf('ada', 'a:');
      expect(await left()).toEqual(['b:1', 'a:3']);
      await other.removeOf('nobody', '');
      expect(await left()).toEqual(['b:1', 'a:3']);
    });

    it('counts up to a limit, and down until the counter is removed', async () => {
      const { keyed, other } = pair;
      expect(await keyed.add('n', 6, { most: 5 })).toBeUndefined();
      expect(await keyed.get('n')).toBeUndefined();
      expect(await keyed.add('n', 3, { most: 5, expire: now })).toBe(3);
      expect(await other.add('n', 3, { most: 5 })).toBeUndefined();
      expect(await other.add('n', 2, { most: 5, expire: now + 1 })).toBe(5);
      expect(await keyed.get('n')).toEqual({ value: 5, expire: now });
      expect(await keyed.add('n', 2 ** 32)).toBe(2 ** 32 + 5);
      await other.subtract('n', 2 ** 32 + 1);
      expect(await keyed.get('n')).toEqual({ value: 4, expire: now });
      await keyed.subtract('n', 7);
      await keyed.subtract('n', 7);
      expect(await other.get('n')).toBeUndefined();
    });

    it('loses nothing of many simultaneous additions and subtractions, and never exceeds the limit', async () => {
      const { keyed, other } = pair;
      const added = await many((index) => (index % 2 ? keyed : other).add('n', 1, { most: 15 }));
      expect(added.filter((total) => total !== undefined).sort((one, two) => one - two)).toEqual(
        Array.from({ length: 15 }, (_, index) => index + 1),
      );
      await keyed.put('n', { value: 30 });
      await many((index) => (index % 2 ? keyed : other).subtract('n', 1));
      expect(await keyed.get('n')).toEqual({ value: 10 });
    });

    it('sweeps only expired texts and counters', async () => {
      const { keyed, sweep } = pair;
      await keyed.put('old', { value: 'text', expire: now });
      await keyed.put('young', { value: 'text', expire: now + 1 });
      await keyed.put('lasting', { value: 'text' });
      await keyed.add('count', 1, { expire: now });
      for (let index = 0; index < 450; index += 1)
        await keyed.put(`old ${index}`, { value: 'text', expire: now });
      expect(await keyed.get('old')).toBeDefined();
      await sweep(now);
      for (const key of ['old', 'count', 'old 449']) expect(await keyed.get(key)).toBeUndefined();
      for (const key of ['young', 'lasting']) expect(await keyed.get(key)).toBeDefined();
    });
  });
}
