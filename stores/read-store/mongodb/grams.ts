import { trigramsOf } from '../letters.ts';
import { levelsMost, levelsOf, textsIn } from '../sqlite/marks.ts';
import type { CollectionDeclaration, Document, FieldValue } from '../port.ts';

type SearchDeclaration = NonNullable<CollectionDeclaration['search']>;

/** A document's field, by a name that the model declares; null if it is missing. */
export function fieldOf(document: Document, field: string): FieldValue {
  // The cast is safe: declared fields hold such values.
  return ((document as Document & Readonly<Record<string, FieldValue | undefined>>)[field] ??
    null) satisfies FieldValue;
}

// The first character of an entry in the text index shows what it stands for.
export const inName = (trigram: string): string => `n${trigram}`;
export const inRest = (trigram: string): string => `r${trigram}`;
export const beginsName = (letters: string): string => `b${letters}`;
export const hasValue = (field: string, value: FieldValue): string => `=${field}:${JSON.stringify(value)}`;

export const hasLevel = (field: string, level: number): string => `>${field}:${Math.min(level, levelsMost)}`;

/** All entries of a document in the text index; undefined for one without an order, which search leaves out. */
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
