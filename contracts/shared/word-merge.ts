import { wordHunks, type WordHunk } from './word-diff.ts';

/**
 * Merges two people's changes of a text, word by word; undefined if they changed the same or adjacent words, or if a
 * text is too long to compare.
 */
export function mergeWords(before: string, one: string, other: string): string | undefined {
  const [ones, others] = [wordHunks(before, one), wordHunks(before, other)];
  if (ones === undefined || others === undefined) return undefined;
  const overlap = ones.some((each) => others.some((hunk) => !isSame(each, hunk) && touches(each, hunk)));
  if (overlap) return undefined;
  const added = others.filter((hunk) => !ones.some((each) => isSame(each, hunk)));
  let merged = '';
  let at = 0;
  for (const { from, to, text } of [...ones, ...added].sort((a, b) => a.from - b.from)) {
    merged += before.slice(at, from) + text;
    at = to;
  }
  return merged + before.slice(at);
}

const isSame = (one: WordHunk, other: WordHunk): boolean =>
  one.from === other.from && one.to === other.to && one.text === other.text;

const touches = (one: WordHunk, other: WordHunk): boolean => one.from <= other.to && other.from <= one.to;
