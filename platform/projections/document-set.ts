import { isDeepStrictEqual } from 'node:util';

import type { RecordedEvent } from '#contracts/shared/recorded-event';

import type { Collection, CompiledModel } from './compile.ts';
import type { Need, Related } from './rule.ts';
import type { Delete, Document, Put, ReadModelWriter, Stored } from '#platform/read-store/port';

/** A document in memory: its stored state, and its state after the events applied since. */
export interface Entry {
  readonly collection: Collection;
  readonly id: string;
  readonly before: Document | undefined;
  /** Position of the last event in `before`; `0n` for a document that is not stored. */
  readonly storedAt: bigint;
  now: Document | undefined;
  /** Position of the last event that affected it. */
  touchedAt: bigint;
}

/** Documents to be written. */
export interface PendingWrites {
  readonly puts: Put[];
  readonly deletes: Delete[];
}

/** The documents that a batch of events affects: loaded together, changed in memory, written once. */
export interface DocumentSet extends Related {
  entry(collection: string, id: string): Entry | undefined;
  /** An entry for a document that depends only on its event. It is not loaded, and it only overwrites an older one. */
  fresh(collection: Collection, id: string): Entry;
  /** The documents in memory whose field currently has the value. */
  matching(collection: Collection, field: string, value: string): readonly Entry[];
  /** Loads the documents that are not in memory yet. */
  load(needs: Iterable<Need>): Promise<void>;
  /** Changes a document, unless it already contains the event. */
  apply(
    entry: Entry,
    event: RecordedEvent,
    change: (document: Document | undefined) => Document | undefined,
    recount?: readonly string[],
  ): void;
  /** Whether anything in the collection must be recounted. */
  needsRecount(collection: Collection): boolean;
  /** Recounts the marked documents of the collection. Their members must already have been written. */
  count(collection: Collection): Promise<void>;
  /**
   * Adds the changed documents among the entries, by default the whole collection, to `pending`. Marks the documents
   * that count them. An unchanged document keeps its position: the same events, applied again, do not change it. A
   * document that is written first is also stored if they cancel out, because it may not count each of them again.
   */
  collect(pending: PendingWrites, collection: Collection, entries?: Iterable<Entry>): void;
  forget(entries: Iterable<Entry>): void;
}

/** The documents of one collection in memory. */
interface LoadedCollection {
  readonly entries: Map<string, Entry>;
  /** An index for each field that was queried: the entries by every value that they have had. */
  readonly byField: Map<string, Map<unknown, Set<Entry>>>;
  /** By the collection counted: the ids that must recount it, each with the position of the last cause. */
  readonly toRecount: Map<string, Map<string, bigint>>;
  /** Ids whose numbers may be missing members after an interrupted run. */
  readonly uncertain: Set<string>;
}

export function createDocumentSet(model: CompiledModel, writer: ReadModelWriter): DocumentSet {
  const loadedCollections = new Map(
    model.collections.map(({ collection }): [string, LoadedCollection] => [
      collection,
      { entries: new Map(), byField: new Map(), toRecount: new Map(), uncertain: new Set() },
    ]),
  );
  const loadedOf = (collection: string): LoadedCollection => {
    const loaded = loadedCollections.get(collection);
    if (loaded === undefined) throw new Error(`The read model has no collection ${collection}`);
    return loaded;
  };

  const neededEntry = (collection: string, id: string): Entry => {
    const entry = loadedOf(collection).entries.get(id);
    if (entry === undefined) throw new Error(`${collection} ${id} is not among the rule's needs`);
    return entry;
  };

  function add(collection: Collection, id: string, before: Document | undefined, storedAt: bigint): Entry {
    const entry: Entry = { collection, id, before, storedAt, now: before, touchedAt: 0n };
    const loaded = loadedOf(collection.collection);
    loaded.entries.set(id, entry);
    index(loaded, entry);
    return entry;
  }

  function markForRecount(collection: string, id: string, members: string, at: bigint): void {
    const { toRecount } = loadedOf(collection);
    const marked = inner(toRecount, members, () => new Map<string, bigint>());
    if (at > (marked.get(id) ?? -1n)) marked.set(id, at);
  }
  function markUncertain(
    collection: Collection,
    document: Document,
    at: bigint,
    event?: RecordedEvent,
  ): void {
    for (const counter of collection.countedBy ?? []) {
      for (const id of counter.uncounted(document, event)) {
        markForRecount(counter.collection, id, collection.collection, at);
        loadedOf(counter.collection).uncertain.add(id);
      }
    }
  }

  /** Updates the documents that count this one, then the documents that count those, and so on. */
  function updateCounters(
    { collection, id }: Entry,
    before: Document | undefined,
    after: Document | undefined,
    at: bigint,
  ) {
    if (before === after) return;
    for (const { collection: counters, counting } of collection.countedBy ?? []) {
      if (counting === undefined) continue;
      const from = before && counting.counterOf(before);
      const to = after && counting.counterOf(after);
      const change = (counter: string, left: Document | undefined, joined: Document | undefined) => {
        const entry = loadedOf(counters).entries.get(counter);
        if (entry === undefined)
          throw new Error(`${counters} ${counter}, which counts ${id}, was not loaded`);
        if (entry.now === undefined) return;
        if (at <= entry.storedAt) {
          // An earlier run stored it with this event or a later one, and may have died before it stored the next counter.
          markUncertain(entry.collection, entry.now, at);
          return;
        }
        const known = entry.now;
        entry.now = counting.change(known, left, joined);
        if (entry.now === known) return;
        if (at > entry.touchedAt) entry.touchedAt = at;
        updateCounters(entry, known, entry.now, at);
      };
      if (from !== undefined && from === to) change(from, before, after);
      else {
        if (from !== undefined) change(from, before, undefined);
        if (to !== undefined) change(to, undefined, after);
      }
    }
  }

  /** Adds the documents of a collection, and returns their needs. */
  function addStored(
    collection: Collection,
    ids: Iterable<string>,
    found: ReadonlyMap<string, Stored>,
  ): Need[] {
    for (const id of ids) {
      const { document, position = 0n } = found.get(id) ?? {};
      add(collection, id, document, position);
    }
    return [...found.values()].flatMap(({ document }): Need[] => {
      if (document === undefined) return [];
      const needs = [...(collection.relatives?.(document) ?? [])];
      for (const { collection: counters, counting } of collection.countedBy ?? []) {
        const counter = counting?.counterOf(document);
        if (counter !== undefined) needs.push([counters, counter]);
      }
      return needs;
    });
  }

  async function loadAll(needs: Iterable<Need>): Promise<void> {
    const missing = new Map<string, Set<string>>();
    for (const [collection, id] of needs) {
      if (loadedOf(collection).entries.has(id)) continue;
      inner(missing, collection, () => new Set<string>()).add(id);
    }
    if (missing.size === 0) return;
    // Sent together, the queries share a round trip to a server, and one check that the generation is still in use.
    const around = await Promise.all(
      [...missing].map(async ([name, ids]) =>
        addStored(model.collection(name), ids, await writer.stored(name, [...ids])),
      ),
    );
    await loadAll(around.flat());
  }

  return {
    entry: (collection, id) => loadedOf(collection).entries.get(id),
    fresh: (collection, id) =>
      loadedOf(collection.collection).entries.get(id) ?? add(collection, id, undefined, 0n),

    matching({ collection }, field, value) {
      const loaded = loadedOf(collection);
      let values = loaded.byField.get(field);
      if (values === undefined) {
        loaded.byField.set(field, (values = new Map<unknown, Set<Entry>>()));
        for (const entry of loaded.entries.values()) indexBy(values, field, entry);
      }
      return [...(values.get(value) ?? [])].filter(
        (entry) => loaded.entries.get(entry.id) === entry && fieldOf(entry.now, field) === value,
      );
    },

    // The cast is needed because the caller names the type of the collection's documents.
    get: <D extends Document>(collection: string, id: string) =>
      neededEntry(collection, id).now as D | undefined,
    isAhead: (collection, id, { position }) => position <= neededEntry(collection, id).storedAt,

    load: loadAll,

    apply(entry, event, change, recount = []) {
      const { collection } = entry;
      if (event.position <= entry.storedAt) {
        if (entry.now) markUncertain(collection, entry.now, event.position, event);
        return;
      }
      entry.touchedAt = event.position;
      const before = entry.now;
      entry.now = change(before);
      if (entry.now !== before) index(loadedOf(collection.collection), entry);
      for (const members of recount) markForRecount(collection.collection, entry.id, members, event.position);
      updateCounters(entry, before, entry.now, event.position);
    },

    needsRecount: ({ collection }) => loadedOf(collection).toRecount.size > 0,

    async count(collection) {
      const { entries, toRecount, uncertain } = loadedOf(collection.collection);
      for (const marked of toRecount.values()) {
        await loadAll([...marked.keys()].map((id): Need => [collection.collection, id]));
        for (const [id, at] of marked) {
          const entry = entries.get(id);
          if (entry !== undefined && at > entry.touchedAt) entry.touchedAt = at;
        }
      }
      for (const [members, marked] of toRecount) {
        const counting: { readonly entry: Entry; readonly document: Document }[] = [];
        for (const [id, at] of marked) {
          const entry = entries.get(id);
          if (entry?.now === undefined) continue;
          const isCounted = entry.touchedAt <= entry.storedAt;
          if (!isCounted) counting.push({ entry, document: entry.now });
          // An interrupted run stored it after its members, so it has counted them. But its own counter may not have
          // been stored.
          if (isCounted || uncertain.has(id)) markUncertain(collection, entry.now, at);
        }
        if (counting.length === 0) continue;
        const documents = counting.map(({ document }) => document);
        const counted = await collection.count?.(documents, members, writer);
        for (const [at, { entry, document }] of counting.entries()) {
          entry.now = counted?.[at] ?? document;
          updateCounters(entry, document, entry.now, entry.touchedAt);
        }
      }
      toRecount.clear();
      uncertain.clear();
    },

    collect(pending, collection, entries = loadedOf(collection.collection).entries.values()) {
      const name = collection.collection;
      for (const { id, before, now, touchedAt, storedAt } of entries) {
        if (now === before || touchedAt <= storedAt) continue;
        if (now === undefined) pending.deletes.push({ collection: name, id, position: touchedAt });
        else if (model.written(name) === 'first' || !isDeepStrictEqual(now, before)) {
          const isShown = collection.isShown?.(before, now) ?? false;
          const replaces = before && { position: storedAt, document: before };
          pending.puts.push({ collection: name, position: touchedAt, document: now, isShown, replaces });
          for (const counter of collection.countedBy ?? [])
            for (const counting of counter.counters?.(before, now) ?? [])
              markForRecount(counter.collection, counting, name, touchedAt);
        }
      }
    },

    forget(entries) {
      for (const { collection, id } of entries) loadedOf(collection.collection).entries.delete(id);
    },
  };
}

function index({ byField }: LoadedCollection, entry: Entry): void {
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
