import { describe, expect, it } from 'vitest';

import { diffWords } from './word-diff.ts';

const marked = (before: string, after: string): string =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'removed' ? '-' : '+'}[${text}]`))
    .join('');

describe('diffWords', () => {
  it('marks only the words that changed', () => {
    expect(marked('Mist lifts at dawn.', 'Mist lifts at dusk.')).toBe('Mist lifts at -[dawn.]+[dusk.]');
  });
  it('marks words added and removed', () => {
    expect(marked('a b c', 'b c d')).toBe('-[a ]b c +[d]');
  });
  it('finds nothing to mark in equal texts', () => {
    expect(marked('one two', 'one two')).toBe('one two');
  });
  it('shows very long texts one after the other', () => {
    const long = 'w '.repeat(700);
    expect(diffWords(long, `${long}x`).map((part) => part.kind)).toEqual(['removed', 'added']);
  });
  it('contains both texts completely', () => {
    const parts = diffWords('The lower  deck,\neast side', 'The upper deck,\neast and west');
    const texts = (kinds: string[]) =>
      parts
        .filter((part) => kinds.includes(part.kind))
        .map((part) => part.text)
        .join('');
    expect(texts(['same', 'added'])).toBe('The upper deck,\neast and west');
  });
});
