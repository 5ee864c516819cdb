import type { Recorded } from '#contracts/events/index';

import type { Collection, CompiledModel } from './compile.ts';
import type { Need, Related } from './read-models/rule.ts';
import type { Document, ReadModelWriter, Write } from './read-store/port.ts';

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

interface Mark {
  readonly members: Set<string>;
  at: bigint;
}

/** The documents that a batch of events touches: loaded at once, changed in memory, written once. */
export interface Documents extends Related {
  entry(collection: string, id: string): Entry | undefined;
  /** For a document that depends on its event alone: not read, and written only over an older one. */
  fresh(collection: Collection, id: string): Entry;
  /** Loads what is not loaded yet. */
  load(needs: Iterable<Need>): Promise<void>;
  /** Changes a document, unless it already holds the event. */
  apply(
    entry: Entry,
    event: Recorded,
    change: (document: Document | undefined) => Document | undefined,
    recount?: readonly string[],
  ): void;
  /** Counts anew what is marked among these entries, marks what counts them, and gives what is to be written. */
  finish(entries: Iterable<Entry>): Promise<Write>;
  /** The entries of a collection that are loaded, after loading those that are marked to be counted. */
  due(collection: Collection): Promise<Iterable<Entry>>;
  /** Whether anything in the collection is marked to be counted. */
  isDue(collection: Collection): boolean;
  forget(entries: Iterable<Entry>): void;
}

export function createDocuments(model: CompiledModel, writer: ReadModelWriter): Documents {
  const loaded = new Map<string, Map<string, Entry>>();
  const marks = new Map<string, Map<string, Mark>>();
  const inner = <V>(map: Map<string, Map<string, V>>, name: string): Map<string, V> => {
    let values = map.get(name);
    if (values === undefined) map.set(name, (values = new Map<string, V>()));
    return values;
  };

  function add(collection: Collection, id: string, before: Document | undefined, storedAt: bigint): Entry {
    const entry: Entry = { collection, id, before, storedAt, now: before, touchedAt: 0n };
    inner(loaded, collection.collection).set(id, entry);
    return entry;
  }

  function mark({ countedBy, collection }: Collection, ids: readonly string[], at: bigint): void {
    if (countedBy !== undefined) for (const id of ids) markOne(countedBy, id, collection, at);
  }
  function markOne(collection: string, id: string, member: string, at: bigint): void {
    const known = inner(marks, collection).get(id);
    if (known === undefined) {
      inner(marks, collection).set(id, { members: new Set([member]), at });
      return;
    }
    known.members.add(member);
    if (at > known.at) known.at = at;
  }

  async function loadFrom(name: string, ids: ReadonlySet<string>): Promise<void> {
    const collection = model.collection(name);
    const known = inner(loaded, name);
    const missing = [...ids].filter((id) => !known.has(id));
    if (missing.length === 0) return;
    // Positions first: their keys are the documents that exist, and only those are read.
    const positions = await writer.positions(name, missing);
    const documents = positions.size === 0 ? [] : await writer.getMany(name, [...positions.keys()]);
    const byId = new Map(documents.map((document) => [document.id, document]));
    for (const id of missing) add(collection, id, byId.get(id), positions.get(id) ?? 0n);
  }

  async function count(entry: Entry): Promise<void> {
    const { collection, id } = entry;
    const due = marks.get(collection.collection)?.get(id);
    if (due === undefined) return;
    marks.get(collection.collection)?.delete(id);
    if (due.at > entry.touchedAt) entry.touchedAt = due.at;
    // Written by a run that was interrupted, after its members were: then it counted them.
    if (entry.now === undefined || entry.touchedAt <= entry.storedAt) return;
    if (collection.count) entry.now = await collection.count(entry.now, due.members, writer);
  }

  return {
    entry: (collection, id) => loaded.get(collection)?.get(id),
    fresh: (collection, id) =>
      loaded.get(collection.collection)?.get(id) ?? add(collection, id, undefined, 0n),

    get<D extends Document>(collection: string, id: string) {
      const entry = loaded.get(collection)?.get(id);
      if (entry === undefined) throw new Error(`${collection} ${id} is not among the rule's needs`);
      // The store keeps documents of one shape per collection: the caller names it.
      return entry.now as D | undefined;
    },

    async load(needs) {
      const wanted = new Map<string, Set<string>>();
      for (const [collection, id] of needs) {
        const ids = wanted.get(collection);
        if (ids === undefined) wanted.set(collection, new Set([id]));
        else ids.add(id);
      }
      for (const [collection, ids] of wanted) await loadFrom(collection, ids);
    },

    apply(entry, event, change, recount) {
      const { collection } = entry;
      if (event.position <= entry.storedAt) {
        if (entry.now) mark(collection, collection.uncounted?.(entry.now, event) ?? [], event.position);
        return;
      }
      entry.touchedAt = event.position;
      entry.now = change(entry.now);
      for (const member of recount ?? []) markOne(collection.collection, entry.id, member, event.position);
    },

    async finish(entries) {
      const all = [...entries];
      if (all[0]?.collection.count) await Promise.all(all.map(count));
      const write = { puts: [] as Write['puts'][number][], deletes: [] as Write['deletes'][number][] };
      for (const { collection, id, before, now, touchedAt, storedAt } of all) {
        if (now === before || touchedAt <= storedAt) continue;
        const name = collection.collection;
        if (now === undefined) write.deletes.push({ collection: name, id, position: touchedAt });
        else {
          write.puts.push({ collection: name, position: touchedAt, document: now });
          mark(collection, collection.counters?.(before, now) ?? [], touchedAt);
        }
      }
      return write;
    },

    async due(collection) {
      await loadFrom(collection.collection, new Set(marks.get(collection.collection)?.keys()));
      return inner(loaded, collection.collection).values();
    },
    isDue: ({ collection }) => (marks.get(collection)?.size ?? 0) > 0,
    forget(entries) {
      for (const { collection, id } of entries) loaded.get(collection.collection)?.delete(id);
    },
  };
}
