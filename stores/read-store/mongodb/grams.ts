import { trigramsOf } from '../letters.ts';
import { levelsMost, levelsOf, textsIn } from '../sqlite/marks.ts';
import type { CollectionDeclaration, Document, FieldValue } from '../port.ts';

type SearchDeclaration = NonNullable<CollectionDeclaration['search']>;

/** Fields of a document by the names that a model declares; one that is missing counts as null. */
export function fieldOf(document: Document, field: string): FieldValue {
  // The cast: what a declaration names holds such a value.
  return ((document as Document & Readonly<Record<string, FieldValue | undefined>>)[field] ??
    null) satisfies FieldValue;
}

// What an entry of the text index stands for shows in its first sign.
export const inName = (trigram: string): string => `n${trigram}`;
export const inRest = (trigram: string): string => `r${trigram}`;
export const beginsName = (letters: string): string => `b${letters}`;
export const hasValue = (field: string, value: FieldValue): string => `=${field}:${JSON.stringify(value)}`;

export const hasLevel = (field: string, level: number): string => `>${field}:${Math.min(level, levelsMost)}`;

/** All entries of a document in the text index; undefined for one without an order, which is not part of the search. */
export function gramsOf(search: SearchDeclaration, document: Document): string[] | undefined {
  if (fieldOf(document, search.order) === null) return undefined;
  const name = String(fieldOf(document, search.name) ?? '');
  const rest = String(fieldOf(document, search.rest) ?? '');
  const [first = '', second] = name;
  return [
    ...trigramsOf(name).map(inName),
    ...trigramsOf(rest).map(inRest),
    ...(first === '' ? [] : [beginsName(first)]),
    ...(second === undefined ? [] : [beginsName(first + second)]),
    ...search.filters.map((field) => hasValue(field, fieldOf(document, field))),
    ...(search.lists ?? []).flatMap((field) => textsIn(document, field).map((each) => hasValue(field, each))),
    ...(search.levels ?? []).flatMap((field) =>
      levelsOf(fieldOf(document, field)).map((level) => hasLevel(field, level)),
    ),
  ];
}
