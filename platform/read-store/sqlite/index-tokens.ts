import type { CollectionDeclaration, Document, FieldValue } from '../port.ts';
import { fieldValue } from '../filter.ts';
import { levelsOf, textsIn } from '../search-terms.ts';

type SearchDeclaration = NonNullable<CollectionDeclaration['search']>;

/**
 * An index token is a word of exactly three letters, which the trigram index stores as one entry. It stands for the
 * value of a field, so that one search can query it together with the text. Its three letters come from three ranges of
 * Unicode's private use area, so no three letters across two adjacent tokens form a token. Two values could share a
 * token (the chance is one in 4 billion), so the hits of a search are checked in the documents.
 */
const firstLetter = 0xe000;
const perPlace = 2048;

export function token(field: string, value: FieldValue): string {
  const hash = fnv1a(`${field}\0${typeof value}\0${String(value)}`);
  return String.fromCharCode(
    firstLetter + (hash % perPlace),
    firstLetter + perPlace + ((hash >>> 11) % perPlace),
    firstLetter + 2 * perPlace + (hash >>> 22),
  );
}

/** The token of a number that is at least `level`. */
export const levelToken = (field: string, level: number) => token(`${field}>=`, level);

/** The tokens of the values by which the collection's search can filter a document. */
export function tokensOf(search: SearchDeclaration, document: Document): string {
  const filters = search.filters.map((field) => token(field, fieldValue(document, field)));
  const levels = (search.levels ?? []).flatMap((field) =>
    levelsOf(fieldValue(document, field)).map((level) => levelToken(field, level)),
  );
  return [...filters, ...levels].join('');
}

/** The tokens of the texts in a document's lists. */
export const listTokensOf = ({ lists = [] }: SearchDeclaration, document: Document): string =>
  lists.flatMap((field) => textsIn(document, field).map((each) => token(field, each))).join('');

/** The FNV-1a hash of the text's UTF-8 bytes. */
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
