import type { CollectionDeclaration, Document, FieldValue } from '../port.ts';
import { fieldOf } from './table.ts';

type SearchDeclaration = NonNullable<CollectionDeclaration['search']>;

/**
 * A mark is a word of exactly three letters, which the trigram index stores as one entry. It stands for a field's value
 * so that one search can query it together with the text. Its three letters come from three ranges of Unicode's private use area, so where marks follow each other, no trigram across two is a mark.
 * Two values could share a mark (the chance is one in 4 billion), so the hits of a search are checked in the documents.
 */
const firstLetter = 0xe000;
const perPlace = 2048;

export function mark(field: string, value: FieldValue): string {
  const hash = fnv1a(`${field}\0${typeof value}\0${String(value)}`);
  return String.fromCharCode(
    firstLetter + (hash % perPlace),
    firstLetter + perPlace + ((hash >>> 11) % perPlace),
    firstLetter + 2 * perPlace + (hash >>> 22),
  );
}

/** The index does not distinguish levels above this one. */
export const levelsMost = 10;

/** The mark of a number that is at least `level`. */
export const levelMark = (field: string, level: number) => mark(`${field}>=`, Math.min(level, levelsMost));

/** The integer levels that a number has reached. */
export const levelsOf = (value: FieldValue): number[] =>
  Array.from(
    { length: Math.max(0, Math.min(Math.floor(Number(value ?? 0)), levelsMost)) },
    (_, at) => at + 1,
  );

/** The texts of a declared list; none where there is no list. */
export function textsIn(document: Document, field: string): readonly string[] {
  const list: unknown = Reflect.get(document, field);
  return Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : [];
}

/** The marks of what a document can be filtered by in its collection's search. */
export function marksOf(search: SearchDeclaration, document: Document): string {
  const filters = search.filters.map((field) => mark(field, fieldOf(document, field)));
  const levels = (search.levels ?? []).flatMap((field) =>
    levelsOf(fieldOf(document, field)).map((level) => levelMark(field, level)),
  );
  return [...filters, ...levels].join('');
}

/** The marks of the texts in a document's lists. */
export const listMarksOf = ({ lists = [] }: SearchDeclaration, document: Document): string =>
  lists.flatMap((field) => textsIn(document, field).map((each) => mark(field, each))).join('');

/** Of the text's bytes in UTF-8. Those of plain letters are their codes. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return fnv1aOfBytes(new TextEncoder().encode(text));
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return hash >>> 0;
}

function fnv1aOfBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
