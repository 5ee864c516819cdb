import { markWords } from '#contracts/shared/search-words';
import {
  type CollectionDeclaration,
  type Condition,
  type Document,
  type FieldValue,
  fieldValue,
  type Filter,
  isEquality,
  isList,
} from '#platform/read-store/index';

import { blockSize, createLetterBits, type LetterBits, wordsPerBlock } from './letter-bits.ts';

/** Separates the fields of a text. The store answers searches that contain it, so no fragment spans two fields. */
const between = '\0';

export type SearchDeclaration = NonNullable<CollectionDeclaration['search']>;

/** All fields together have ten times as many letters as the most important ones. */
const fewBits = { threes: 10, fours: 0 };
const allBits = { threes: 11, fours: 10 };

/** The data that a search needs of up to `blockSize` documents, by ascending order. */
export interface Block {
  used: number;
  readonly ids: string[];
  /** For each document, the marked texts of its searched fields as one text. */
  readonly texts: string[];
  /** For each field, its end in each document's text. */
  readonly ends: readonly Uint32Array[];
  readonly orders: Float64Array;
  /** The number of each document's value in `Values`, for each declared filter. */
  readonly filters: ReadonlyMap<string, Uint32Array>;
  /** For each declared level, the number itself; NaN if there is none. */
  readonly levels: ReadonlyMap<string, Float64Array>;
  /** One bit for each document that was not removed. */
  readonly present: Uint32Array;
  /** The letters in the fields of each tier. */
  readonly letters: readonly LetterBits[];
}

export function createBlock({ fields, filters, levels = [] }: SearchDeclaration): Block {
  return {
    used: 0,
    ids: [],
    texts: [],
    ends: fields.map(() => new Uint32Array(blockSize)),
    orders: new Float64Array(blockSize),
    filters: new Map(filters.map((field) => [field, new Uint32Array(blockSize)])),
    levels: new Map(levels.map((field) => [field, new Float64Array(blockSize)])),
    present: new Uint32Array(wordsPerBlock),
    letters: fields.map((_, tier) => createLetterBits(tier === fields.length - 1 ? allBits : fewBits)),
  };
}

/** Numbers for the values of filters: the same number for the same value. */
export interface Values {
  numberOf(value: FieldValue): number;
  /** Undefined for a value that no document ever had. */
  find(value: FieldValue): number | undefined;
}

export function createValues(): Values {
  const numbers = new Map<FieldValue, number>();
  return {
    numberOf(value) {
      const known = numbers.get(value) ?? numbers.size;
      numbers.set(value, known);
      return known;
    },
    find: (value) => numbers.get(value),
  };
}

/** A document in the form that a block holds. */
export interface Entry {
  readonly id: string;
  readonly order: number;
  readonly texts: readonly string[];
  readonly filters: ReadonlyMap<string, number>;
  readonly levels: ReadonlyMap<string, number>;
}

/** Undefined for a document without an order, which no search finds. */
export function entryOf(document: Document, search: SearchDeclaration, values: Values): Entry | undefined {
  const order = fieldValue(document, search.order);
  if (typeof order !== 'number') return undefined;
  const levelOf = (value: FieldValue): number => (typeof value === 'number' ? value : NaN);
  return {
    id: document.id,
    order,
    texts: search.fields.map((field) => markWords(String(fieldValue(document, field) ?? ''))),
    filters: new Map(search.filters.map((field) => [field, values.numberOf(fieldValue(document, field))])),
    levels: new Map((search.levels ?? []).map((field) => [field, levelOf(fieldValue(document, field))])),
  };
}

export function entryAt(block: Block, slot: number): Entry {
  return {
    id: block.ids[slot] ?? '',
    order: block.orders[slot] ?? 0,
    texts: block.texts[slot]?.split(between) ?? [],
    filters: new Map([...block.filters].map(([field, column]) => [field, column[slot] ?? 0])),
    levels: new Map([...block.levels].map(([field, column]) => [field, column[slot] ?? NaN])),
  };
}

/** Writes a document. Bits of an earlier text stay: they only add a useless candidate. */
export function write(block: Block, slot: number, entry: Entry): void {
  const { id, order, texts } = entry;
  const before = block.texts[slot]?.split(between) ?? [];
  block.ids[slot] = id;
  block.orders[slot] = order;
  for (const [field, column] of block.filters) column[slot] = entry.filters.get(field) ?? 0;
  for (const [field, column] of block.levels) column[slot] = entry.levels.get(field) ?? NaN;
  block.present[slot >>> 5] = (block.present[slot >>> 5] ?? 0) | (1 << (slot & 31));
  block.texts[slot] = texts.join(between);
  let end = 0;
  for (const [field, text] of texts.entries()) {
    end += text.length;
    const ends = block.ends[field];
    if (ends !== undefined) ends[slot] = end;
    end += between.length;
  }
  for (const [field, text] of texts.entries()) {
    if (text !== before[field]) for (const letters of block.letters.slice(field)) letters.add(slot, text);
  }
}

export const isPresent = ({ present }: Block, slot: number): boolean =>
  ((present[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;

export function remove(block: Block, slot: number): void {
  block.present[slot >>> 5] = (block.present[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
  block.texts[slot] = '';
}

/** For a block: whether the document in a slot of it passes. */
export type BlockCondition = (block: Block) => (slot: number) => boolean;

/**
 * The conditions of a filter as functions on a block. Undefined for a filter that only the store answers, or refuses.
 */
export function conditionsOf(
  filter: Filter,
  { filters, levels = [] }: SearchDeclaration,
  values: Values,
): BlockCondition[] | undefined {
  const found: BlockCondition[] = [];
  for (const [field, condition] of Object.entries(filter)) {
    const passes = filters.includes(field)
      ? onValue(field, condition, values)
      : levels.includes(field)
        ? onNumber(field, condition)
        : undefined;
    if (passes === undefined) return undefined;
    found.push(passes);
  }
  return found;
}

function onValue(field: string, condition: Condition, values: Values): BlockCondition | undefined {
  if (isEquality(condition)) {
    const wanted = values.find(condition);
    return onColumn(field, (value) => value === wanted);
  }
  if (isList(condition)) {
    const wanted = new Set(condition.in.map((value) => values.find(value)));
    return onColumn(field, (value) => wanted.has(value));
  }
  if (!('notIn' in condition)) return undefined;
  const unwanted = new Set(condition.notIn.map((value) => values.find(value)));
  return onColumn(field, (value) => !unwanted.has(value));
}

/** A condition on the number of a document's value of a filter. */
const onColumn =
  (field: string, holds: (value: number | undefined) => boolean): BlockCondition =>
  ({ filters }) => {
    const column = filters.get(field);
    return (slot) => holds(column?.[slot]);
  };

function onNumber(field: string, condition: Condition): BlockCondition | undefined {
  if (isEquality(condition) || isList(condition) || 'notIn' in condition) return undefined;
  const bounds = [condition.gt, condition.gte, condition.lt, condition.lte];
  const isNumeric = bounds.every((bound) => bound === undefined || typeof bound === 'number');
  if (!isNumeric || bounds.every((bound) => bound === undefined)) return undefined;
  const [gt, gte, lt, lte] = bounds;
  const [above, least] = [gt ?? -Infinity, gte ?? -Infinity];
  const [below, most] = [lt ?? Infinity, lte ?? Infinity];
  return ({ levels }) => {
    const column = levels.get(field);
    return (slot) => {
      const value = column?.[slot] ?? NaN;
      return value > above && value >= least && value < below && value <= most;
    };
  };
}
