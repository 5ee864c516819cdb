import { describe, expect, it } from 'vitest';

import { inSets } from './photo-sets.ts';

const minute = 60_000;
interface Sent {
  readonly name: string;
  readonly of: string | null;
  readonly at: number;
}
const sent = (name: string, of: string | null, minutes: number): Sent => ({ name, of, at: minutes * minute });
const sets = (items: readonly Sent[]): string[] =>
  inSets(items, ({ of, at }) => (of === null ? null : { of, at })).map((set) =>
    set.map(({ name }) => name).join(''),
  );

describe('sets of photos', () => {
  const items = [
    sent('a', 'x', 0),
    sent('b', null, 1),
    sent('c', 'y', 2),
    sent('d', 'x', 10),
    sent('e', 'x', 10.1),
    sent('f', 'y', 11),
    sent('g', 'x', 20),
  ];

  it('hold the photos of one person at one place within ten minutes of the first, at the position of the first', () => {
    expect(sets(items)).toEqual(['ad', 'b', 'cf', 'eg']);
  });

  it('are the same in a list with the newest first', () => {
    expect(sets(items.toReversed())).toEqual(['ge', 'fc', 'da', 'b']);
  });

  it('contain only photos', () => {
    expect(sets([sent('a', null, 0), sent('b', null, 0)])).toEqual(['a', 'b']);
    expect(sets([])).toEqual([]);
  });
});
