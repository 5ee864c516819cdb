import type { Document, FindOptions, ReadModelWriter, Stored, Write } from '#platform/read-store/port';

import type { CompiledModel } from './compile.ts';
import { createSeenKeys, type SeenKeys } from './seen-keys.ts';

/** What was written to one collection: its ids, and the values of the fields by which fan-outs find documents. */
interface Seen {
  readonly ids: SeenKeys;
  readonly values: readonly { readonly field: string; readonly keys: SeenKeys }[];
}

/**
 * A writer for a generation that is empty at first and that nobody else writes. It remembers in little memory which keys were
 * written, and answers without the store when the store has nothing. Most documents of a replay are new, and most
 * fan-outs find no documents. On a database server this saves a round trip for each such query.
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
