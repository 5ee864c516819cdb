import type { Document, FindOptions, ReadModelWriter, Stored, Write } from '#platform/read-store/port';
import type { CompiledModel } from './compile.ts';

/** What was written to one collection: its ids, and the values of the fields by which fan-outs find documents. */
interface Seen {
  readonly ids: SeenKeys;
  readonly values: readonly { readonly field: string; readonly keys: SeenKeys }[];
}

/**
 * A writer for an initially empty generation that nobody else writes. It remembers the written keys in little memory,
 * and does not query the store for other keys. Most documents of a replay are new, and most fan-outs find no documents.
 * On a database server this saves a round trip for each such query.
 */
export function createReplayWriter(model: CompiledModel, writer: ReadModelWriter): ReadModelWriter {
  const collections = new Map(
    model.collections.map(({ collection, fanOuts = {} }): [string, Seen] => {
      const fields = new Set(Object.values(fanOuts).flatMap((fanOut) => fanOut?.field ?? []));
      const values = [...fields].map((field) => ({ field, keys: createSeenKeys() }));
      return [collection, { ids: createSeenKeys(), values }];
    }),
  );
  const seenIn = (collection: string): Seen => {
    const seen = collections.get(collection);
    if (seen === undefined) throw new Error(`The read model has no collection ${collection}`);
    return seen;
  };

  const isUnknown = (collection: string, { filter = {} }: FindOptions): boolean =>
    seenIn(collection).values.some(({ field, keys }) => {
      const value = filter[field];
      // Only a filter that requires one single value can be answered.
      return value !== undefined && typeof value !== 'object' && !keys.mayHave(String(value));
    });
  const note = ({ puts, deletes }: Write) => {
    for (const { collection, id } of deletes) seenIn(collection).ids.add(id);
    for (const { collection, document } of puts) {
      const { ids, values } = seenIn(collection);
      ids.add(document.id);
      for (const { field, keys } of values) keys.add(String(Reflect.get(document, field)));
    }
  };
  const known = (collection: string, ids: readonly string[]) => {
    const seen = seenIn(collection).ids;
    return ids.filter((id) => seen.mayHave(id));
  };

  return {
    ...writer,
    async stored<D extends Document>(collection: string, ids: readonly string[]) {
      const asked = known(collection, ids);
      return asked.length === 0 ? new Map<string, Stored<D>>() : writer.stored<D>(collection, asked);
    },
    async getMany<D extends Document>(collection: string, ids: readonly string[]) {
      const asked = known(collection, ids);
      return asked.length === 0 ? [] : writer.getMany<D>(collection, asked);
    },
    async find<D extends Document>(collection: string, options: FindOptions) {
      return isUnknown(collection, options) ? [] : writer.find<D>(collection, options);
    },
    async write(write) {
      note(write);
      await writer.write(write);
    },
    async commit(write, checkpoint) {
      note(write);
      await writer.commit(write, checkpoint);
    },
  };
}

/** Remembers added texts. `mayHave` is wrongly true for about one in a hundred other texts, but never wrongly false. */
interface SeenKeys {
  add(key: string): void;
  mayHave(key: string): boolean;
}

interface Part {
  readonly bits: Uint32Array;
  readonly most: number;
  count: number;
}

const bitsOfKey = 10;
const looks = 5;
/** The number of keys in the first part (a million take 1.25 MB). Each later part takes twice as many. */
const first = 1 << 16;
const largest = 1 << 26;

/** A Bloom filter that grows. */
export function createSeenKeys(): SeenKeys {
  const parts: Part[] = [partOf(first)];
  return {
    add(key) {
      let part = parts.at(-1);
      if (part === undefined || part.count >= part.most) {
        part = partOf(Math.min((part?.most ?? first) * 2, largest));
        parts.push(part);
      }
      part.count += 1;
      const [one, other] = hashesOf(key);
      const size = part.bits.length * 32;
      for (let look = 0; look < looks; look += 1) {
        const bit = placeOf(one, other, look, size);
        part.bits[bit >>> 5] = (part.bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    },
    mayHave(key) {
      const [one, other] = hashesOf(key);
      return parts.some(({ bits }) => {
        for (let look = 0; look < looks; look += 1) {
          const bit = placeOf(one, other, look, bits.length * 32);
          if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
        }
        return true;
      });
    },
  };
}

const partOf = (most: number): Part => ({
  bits: new Uint32Array(Math.ceil((most * bitsOfKey) / 32)),
  most,
  count: 0,
});

const placeOf = (one: number, other: number, look: number, size: number): number =>
  ((one + Math.imul(look, other)) >>> 0) % size;

/** Two hashes of the key that mix its characters differently. */
function hashesOf(key: string): readonly [number, number] {
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x5bd1e995) ^ (other >>> 13);
  }
  return [one >>> 0, (other | 1) >>> 0];
}
