import { describe, expect, it } from 'vitest';

import { outcomeText } from './use-sending.ts';

describe('the outcome of an upload', () => {
  it('points to the photos that did not arrive', () => {
    expect(outcomeText({ arrived: 6, total: 9 })).toBe(
      '6 of 9 photos uploaded. The reasons are beside the others.',
    );
  });

  it('counts the photos that did not arrive', () => {
    expect(outcomeText({ arrived: 8, total: 9 })).toBe(
      '8 of 9 photos uploaded. The reason is beside the other.',
    );
    expect(outcomeText({ arrived: 0, total: 1 })).toBe('0 of 1 photo uploaded. The reason is beside it.');
  });

  it('mentions no other photos if none arrived', () => {
    expect(outcomeText({ arrived: 0, total: 2 })).toBe(
      '0 of 2 photos uploaded. The reasons are beside them.',
    );
  });
});
