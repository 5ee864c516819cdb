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

/** Where the letters of each tier but the last begin: in the two planes that are all for private use. */
const tierLetters = [0xf0000, 0x100000];

/**
 * The text in the letters of a tier. One index holds the texts of all tiers, each in letters of its own, so each has
 * its own trigrams. The last tier has the plain letters. Others have one for each UTF-16 unit.
 */
export function tierText(tier: number, tiers: number, text: string): string {
  if (tier === tiers - 1) return text;
  const first = tierLetters[tier];
  if (first === undefined) throw new Error(`A search has at most ${tierLetters.length + 1} tiers`);
  return Array.from({ length: text.length }, (_, at) =>
    String.fromCodePoint(first + text.charCodeAt(at)),
  ).join('');
}

/** The texts of all tiers but the last: each has those of its own field and the fields before. */
export const tierTextsOf = (texts: readonly string[]): string =>
  texts
    .slice(0, -1)
    .map((_, tier) => tierText(tier, texts.length, texts.slice(0, tier + 1).join('\n')))
    .join('');

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
