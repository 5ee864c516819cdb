import { isDeepStrictEqual } from 'node:util';

import type { ReadModel } from './rule.ts';
import type { Document, ReadModelReader } from '#platform/read-store/index';

interface FieldDifference {
  readonly field: string;
  /** Undefined when the field is missing. */
  readonly from: unknown;
  readonly to: unknown;
}

/** How a document differs between two generations. */
export interface Difference {
  readonly collection: string;
  readonly id: string;
  readonly kind: 'appears' | 'vanishes' | 'changes';
  /** For a change: the fields that differ. */
  readonly fields: readonly FieldDifference[];
}

/** Compares all documents of two generations, with one document of each in memory at a time. */
export async function* differencesBetween(
  { declaration }: ReadModel,
  from: ReadModelReader,
  to: ReadModelReader,
): AsyncGenerator<Difference, void, undefined> {
  for (const { name } of declaration.collections) {
    for await (const [one, other] of pairsOf(name, from, to)) {
      const difference = differenceOf(name, one, other);
      if (difference !== undefined) yield difference;
    }
  }
}

/** The documents of a collection in two generations, by rising id; undefined where a generation lacks that id. */
export async function* pairsOf<D extends Document>(
  collection: string,
  from: ReadModelReader,
  to: ReadModelReader,
): AsyncGenerator<readonly [D | undefined, D | undefined], void, undefined> {
  const scan = (reader: ReadModelReader) => reader.scan(collection)[Symbol.asyncIterator]();
  const [left, right] = [scan(from), scan(to)];
  // The casts are needed because a finished iterator has no value, and because the caller names the documents' type.
  const next = async (side: typeof left) =>
    ((await side.next()).value as Scanned | undefined)?.document as D | undefined;
  let [one, other] = [await next(left), await next(right)];
  while (one !== undefined || other !== undefined) {
    const order = one === undefined ? 1 : other === undefined ? -1 : byId(one, other);
    yield [order <= 0 ? one : undefined, order >= 0 ? other : undefined];
    if (order <= 0) one = await next(left);
    if (order >= 0) other = await next(right);
  }
}

interface Scanned {
  readonly document: Document;
}

/** Compares ids by their bytes, which is the order of a scan. */
const byId = (one: Document, other: Document): number =>
  one.id === other.id ? 0 : Buffer.compare(Buffer.from(one.id), Buffer.from(other.id));

/** The difference between two documents; undefined when they are equal. */
export function differenceOf(
  collection: string,
  from: Document | undefined,
  to: Document | undefined,
): Difference | undefined {
  const id = (from ?? to)?.id;
  if (id === undefined) return undefined;
  if (from === undefined) return { collection, id, kind: 'appears', fields: [] };
  if (to === undefined) return { collection, id, kind: 'vanishes', fields: [] };
  const [before, after] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
  const fields = [...new Set([...before.keys(), ...after.keys()])]
    .map((field): FieldDifference => ({ field, from: before.get(field), to: after.get(field) }))
    .filter((field) => !isDeepStrictEqual(field.from, field.to));
  return fields.length === 0 ? undefined : { collection, id, kind: 'changes', fields };
}

interface DifferenceCounts {
  readonly appears: number;
  readonly vanishes: number;
  readonly changes: number;
}

export interface CollectedDifferences extends DifferenceCounts {
  /** The first differences. */
  readonly shown: readonly Difference[];
}

/** Counts all differences but keeps only the first `most`, because every document may differ. */
export async function collectDifferences(
  differences: AsyncIterable<Difference> | Iterable<Difference>,
  most: number,
): Promise<CollectedDifferences> {
  const counts = { appears: 0, vanishes: 0, changes: 0 };
  const shown: Difference[] = [];
  for await (const difference of differences) {
    counts[difference.kind] += 1;
    if (shown.length < most) shown.push(difference);
  }
  return { ...counts, shown };
}
