import type { Recorded } from '#contracts/events/index';

import type { Collection, CompiledModel } from './compile.ts';
import type { Need, Related } from './read-models/rule.ts';
import type { Delete, Document, Put, ReadModelWriter } from './read-store/port.ts';

/** A document in memory: as it is stored, and as the events since leave it. */
export interface Entry {
  readonly collection: Collection;
  readonly id: string;
  readonly before: Document | undefined;
  /** Position of the last event that is in `before`; `0n` for a document that is not stored. */
  readonly storedAt: bigint;
  now: Document | undefined;
  /** Position of the last event that had to do with it. */
  touchedAt: bigint;
}

/** Documents on their way to the store. */
export interface Pending {
  readonly puts: Put[];
  readonly deletes: Delete[];
}

/** The documents that a batch of events touches: loaded at once, changed in memory, written once. */
export interface Documents extends Related {
  entry(collection: string, id: string): Entry | undefined;
  /** For a document that depends on its event alone: not read, and written only over an older one. */
  fresh(collection: Collection, id: string): Entry;
  /** Those in memory in which the field holds the value now. */
  matching(collection: Collection, field: string, value: string): readonly Entry[];
  /** Loads what is not loaded yet. */
  load(needs: Iterable<Need>): Promise<void>;
  /** Changes a document, unless it already holds the event. */
  apply(
    entry: Entry,
    event: Recorded,
    change: (document: Document | undefined) => Document | undefined,
    recount?: readonly string[],
  ): void;
  /** Whether anything in the collection is marked to be counted. */
  isDue(collection: Collection): boolean;
  /** Counts anew what is marked in the collection; its members must be written before. */
  count(collection: Collection): Promise<void>;
  /** Adds what is to be written, of the entries given or of the whole collection, and marks what counts them. */
  collect(pending: Pending, collection: Collection, entries?: Iterable<Entry>): void;
  forget(entries: Iterable<Entry>): void;
}

/** What is in memory of one collection. */
interface Shelf {
  readonly entries: Map<string, Entry>;
  /** By field, once it was asked for: the entries by each value that they have had. */
  readonly byField: Map<string, Map<unknown, Set<Entry>>>;
  /** By the collection counted: the ids that must count it anew, each with the position of the last reason. */
  readonly due: Map<string, Map<string, bigint>>;
}

export function createDocuments(model: CompiledModel, writer: ReadModelWriter): Documents {
  const shelves = new Map(
    model.collections.map(({ collection }): [string, Shelf] => [
      collection,
      { entries: new Map(), byField: new Map(), due: new Map() },
    ]),
  );
  const shelfOf = (collection: string): Shelf => {
    const shelf = shelves.get(collection);
    if (shelf === undefined) throw new Error(`The read model has no collection ${collection}`);
    return shelf;
  };

  function add(collection: Collection, id: string, before: Document | undefined, storedAt: bigint): Entry {
    const entry: Entry = { collection, id, before, storedAt, now: before, touchedAt: 0n };
    const shelf = shelfOf(collection.collection);
    shelf.entries.set(id, entry);
    index(shelf, entry);
    return entry;
  }

  function mark(collection: string, id: string, members: string, at: bigint): void {
    const { due } = shelfOf(collection);
    const marked = inner(due, members, () => new Map<string, bigint>());
    if (at > (marked.get(id) ?? -1n)) marked.set(id, at);
  }
  function markAll({ countedBy, collection }: Collection, ids: readonly string[], at: bigint): void {
    if (countedBy !== undefined) for (const id of ids) mark(countedBy, id, collection, at);
  }

  async function loadFrom(name: string, ids: readonly string[]): Promise<void> {
    const collection = model.collection(name);
    // Positions first: their keys are the documents that exist, and only those are read.
    const positions = await writer.positions(name, ids);
    const documents = positions.size === 0 ? [] : await writer.getMany(name, [...positions.keys()]);
    const byId = new Map(documents.map((document) => [document.id, document]));
    for (const id of ids) add(collection, id, byId.get(id), positions.get(id) ?? 0n);
  }

  return {
    entry: (collection, id) => shelfOf(collection).entries.get(id),
    fresh: (collection, id) =>
      shelfOf(collection.collection).entries.get(id) ?? add(collection, id, undefined, 0n),

    matching({ collection }, field, value) {
      const shelf = shelfOf(collection);
      let values = shelf.byField.get(field);
      if (values === undefined) {
        shelf.byField.set(field, (values = new Map<unknown, Set<Entry>>()));
        for (const entry of shelf.entries.values()) indexBy(values, field, entry);
      }
      return [...(values.get(value) ?? [])].filter(
        (entry) => shelf.entries.get(entry.id) === entry && fieldOf(entry.now, field) === value,
      );
    },

    get<D extends Document>(collection: string, id: string) {
      const entry = shelfOf(collection).entries.get(id);
      if (entry === undefined) throw new Error(`${collection} ${id} is not among the rule's needs`);
      // The store keeps documents of one shape per collection: the caller names it.
      return entry.now as D | undefined;
    },

    async load(needs) {
      const missing = new Map<string, Set<string>>();
      for (const [collection, id] of needs) {
        if (shelfOf(collection).entries.has(id)) continue;
        inner(missing, collection, () => new Set<string>()).add(id);
      }
      for (const [collection, ids] of missing) await loadFrom(collection, [...ids]);
    },

    apply(entry, event, change, recount = []) {
      const { collection } = entry;
      if (event.position <= entry.storedAt) {
        if (entry.now) markAll(collection, collection.uncounted?.(entry.now, event) ?? [], event.position);
        return;
      }
      entry.touchedAt = event.position;
      const before = entry.now;
      entry.now = change(before);
      if (entry.now !== before) index(shelfOf(collection.collection), entry);
      for (const members of recount) mark(collection.collection, entry.id, members, event.position);
    },

    isDue: ({ collection }) => shelfOf(collection).due.size > 0,

    async count(collection) {
      const { entries, due } = shelfOf(collection.collection);
      for (const marked of due.values()) {
        const missing = [...marked.keys()].filter((id) => !entries.has(id));
        if (missing.length > 0) await loadFrom(collection.collection, missing);
        for (const [id, at] of marked) {
          const entry = entries.get(id);
          if (entry !== undefined && at > entry.touchedAt) entry.touchedAt = at;
        }
      }
      for (const [members, marked] of due) {
        const counting: { readonly entry: Entry; readonly document: Document }[] = [];
        for (const [id, at] of marked) {
          const entry = entries.get(id);
          if (entry?.now === undefined) continue;
          if (entry.touchedAt > entry.storedAt) counting.push({ entry, document: entry.now });
          // Stored by a run that was interrupted, after its members were: it counted them, but was it counted itself?
          else markAll(collection, collection.uncounted?.(entry.now) ?? [], at);
        }
        if (counting.length === 0) continue;
        const documents = counting.map(({ document }) => document);
        const counted = await collection.count?.(documents, members, writer);
        for (const [at, { entry, document }] of counting.entries()) entry.now = counted?.[at] ?? document;
      }
      due.clear();
    },

    collect(pending, collection, entries = shelfOf(collection.collection).entries.values()) {
      const name = collection.collection;
      for (const { id, before, now, touchedAt, storedAt } of entries) {
        if (now === before || touchedAt <= storedAt) continue;
        if (now === undefined) pending.deletes.push({ collection: name, id, position: touchedAt });
        else {
          pending.puts.push({ collection: name, position: touchedAt, document: now });
          if (collection.counters) markAll(collection, collection.counters(before, now), touchedAt);
        }
      }
    },

    forget(entries) {
      for (const { collection, id } of entries) shelfOf(collection.collection).entries.delete(id);
    },
  };
}

function index({ byField }: Shelf, entry: Entry): void {
  for (const [field, values] of byField) indexBy(values, field, entry);
}

function indexBy(values: Map<unknown, Set<Entry>>, field: string, entry: Entry): void {
  if (entry.now !== undefined) inner(values, fieldOf(entry.now, field), () => new Set<Entry>()).add(entry);
}

const fieldOf = (document: Document | undefined, field: string): unknown =>
  document && Reflect.get(document, field);

function inner<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
