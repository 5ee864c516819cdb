import { describe, expect, it } from 'vitest';

import { leaving, type Kept } from './room.ts';

const entry = (url: string, bytes: number, usedAt: number): Kept => ({ cache: 'pages', url, bytes, usedAt });
const namesOf = (kept: readonly Kept[]) => kept.map(({ url }) => url);

describe('the eviction for a new response', () => {
  const kept = [entry('b', 30, 2), entry('c', 30, 3), entry('a', 30, 1)];

  it('is empty while there is room', () => {
    expect(leaving(kept, 10, 100)).toEqual([]);
    expect(leaving([], 100, 100)).toEqual([]);
  });
  it('takes the least recently used from any cache, down to nine tenths', () => {
    expect(namesOf(leaving(kept, 11, 100))).toEqual(['a']);
    expect(namesOf(leaving(kept, 40, 100))).toEqual(['a', 'b']);
  });
  it('takes everything if the new response alone needs all room', () => {
    expect(namesOf(leaving(kept, 100, 100))).toEqual(['a', 'b', 'c']);
  });
});
