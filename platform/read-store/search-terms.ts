import type { Document, FieldValue } from '#contracts/shared/read-model-declaration';

import type { Filter } from './filter.ts';

/** The distinct sequences of three letters in a text; a letter is a code point. */
export function trigramsOf(text: string): string[] {
  const letters = [...text];
  const found = new Set<string>();
  for (let at = 0; at + 3 <= letters.length; at += 1) found.add(letters.slice(at, at + 3).join(''));
  return [...found];
}

/** At most this many trigrams of the fragments, about the same number of each, spread evenly over it. */
export function someTrigrams(fragments: readonly string[], most: number): string[] {
  const each = Math.max(1, Math.floor(most / fragments.length));
  const found = fragments.flatMap((fragment) => {
    const trigrams = trigramsOf(fragment);
    const step = Math.max(1, trigrams.length / each);
    return trigrams.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  });
  return [...new Set(found)].slice(0, most);
}

/** The index does not distinguish levels above this one. */
const levelsMost = 10;

/** The whole numbers from 1 up to a number. */
export const levelsOf = (value: FieldValue): number[] =>
  Array.from(
    { length: Math.max(0, Math.min(Math.floor(Number(value ?? 0)), levelsMost)) },
    (_, at) => at + 1,
  );

/** For each 'at least' condition on these fields the index's entry, which answers the integer part of the number. */
export const levelEntries = (
  fields: readonly string[],
  filter: Filter,
  entryOf: (field: string, level: number) => string,
): string[] =>
  fields.flatMap((field) => {
    const condition = filter[field];
    const least =
      typeof condition === 'object' && condition && 'gte' in condition ? condition.gte : undefined;
    if (typeof least !== 'number' || least < 1) return [];
    return [entryOf(field, Math.min(Math.floor(least), levelsMost))];
  });

/** The filter without conditions on lists, which only the index can answer. */
export const withoutLists = (filter: Filter, lists: readonly string[]): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([field]) => !lists.includes(field)));

/** The texts of a declared list; empty if the document has no list. */
export function textsIn(document: Document, field: string): readonly string[] {
  const list: unknown = Reflect.get(document, field);
  return Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : [];
}
