import { markWords } from '#contracts/shared/search-words';

import { fieldValue } from '../filter.ts';
import { levelsOf, textsIn, trigramsOf } from '../search-terms.ts';
import type { CollectionDeclaration, Document, FieldValue } from '../port.ts';

type SearchDeclaration = NonNullable<CollectionDeclaration['search']>;

// The first character of an entry in the text index shows its kind.
/** A digit: a tier's fields have the trigram. */
export const inTier = (tier: number, trigram: string): string => `${tier}${trigram}`;
export const hasValue = (field: string, value: FieldValue): string => `=${field}:${JSON.stringify(value)}`;
export const hasLevel = (field: string, level: number): string => `>${field}:${level}`;

/** The parts of a stored document that the search uses. */
export interface Searchable {
  /** The marked text of each searched field. */
  readonly texts: readonly string[];
  /** All its entries in the text index. */
  readonly grams: readonly string[];
}

/** Undefined for a document without an order, which search leaves out. */
export function searchableOf(search: SearchDeclaration, document: Document): Searchable | undefined {
  if (fieldValue(document, search.order) === null) return undefined;
  const texts = search.fields.map((field) => markWords(String(fieldValue(document, field) ?? '')));
  const grams = [
    ...texts.flatMap((_, tier) =>
      trigramsOf(texts.slice(0, tier + 1).join('\n')).map((trigram) => inTier(tier, trigram)),
    ),
    ...search.filters.map((field) => hasValue(field, fieldValue(document, field))),
    ...(search.lists ?? []).flatMap((field) => textsIn(document, field).map((each) => hasValue(field, each))),
    ...(search.levels ?? []).flatMap((field) =>
      levelsOf(fieldValue(document, field)).map((level) => hasLevel(field, level)),
    ),
  ];
  return { texts, grams };
}
