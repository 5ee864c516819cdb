import { Timestamp, type Document } from 'mongodb';

import { createCollection, type Collection } from './collection.ts';
import { valuesAt, type Value } from './values.ts';

/** A change as reported by a change stream. */
export interface LoggedChange {
  readonly number: number;
  readonly database: string;
  readonly collection: string;
  readonly operation: 'insert' | 'update' | 'replace' | 'delete';
  readonly id: Value;
  readonly document: Document | undefined;
}

/** Everything that the server stores; it survives a stop. */
export interface State {
  readonly collections: Map<string, Collection>;
  readonly log: LoggedChange[];
  readonly now: () => Date;
  timestamp(): Timestamp;
  /** The collection, if it exists. */
  get(database: string, name: string): Collection | undefined;
  /** The collection, created if it does not exist, as by a write. */
  make(database: string, name: string): Collection;
  changed(database: string, name: string, operation: LoggedChange['operation'], document: Document): void;
  /** Fulfilled at the next change. */
  nextChange(signal: AbortSignal): Promise<void>;
  /** Removes documents that expired by TTL indexes, as a real server does once a minute. */
  expire(): void;
}

export function createState(now: () => Date): State {
  const collections = new Map<string, Collection>();
  const log: LoggedChange[] = [];
  const waiting = new Set<() => void>();
  let ticks = 0;

  const state: State = {
    collections,
    log,
    now,
    timestamp: () => new Timestamp({ t: Math.floor(now().getTime() / 1000), i: (ticks += 1) }),
    get: (database, name) => collections.get(`${database}.${name}`),
    make: (database, name) => {
      const namespace = `${database}.${name}`;
      let collection = collections.get(namespace);
      if (collection === undefined) collections.set(namespace, (collection = createCollection(namespace)));
      return collection;
    },
    changed: (database, collection, operation, document) => {
      const id: Value = document['_id'];
      const full = operation === 'delete' ? undefined : document;
      log.push({ number: log.length + 1, database, collection, operation, id, document: full });
      for (const wake of waiting) wake();
    },
    nextChange: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        if (signal.aborted) return resolve();
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      }),
    expire: () => {
      for (const [namespace, collection] of collections) expire(state, namespace, collection);
    },
  };
  return state;
}

function expire(state: State, namespace: string, collection: Collection): void {
  const dot = namespace.indexOf('.');
  for (const { key, expireAfterSeconds } of collection.indexes.values()) {
    if (expireAfterSeconds === undefined) continue;
    const limit = state.now().getTime() - expireAfterSeconds * 1000;
    for (const document of collection.find({ filter: {} })) {
      const time = valuesAt(document, Object.keys(key)[0] ?? '')[0];
      if (!(time instanceof Date) || time.getTime() > limit) continue;
      collection.remove(document);
      state.changed(namespace.slice(0, dot), namespace.slice(dot + 1), 'delete', document);
    }
  }
}
