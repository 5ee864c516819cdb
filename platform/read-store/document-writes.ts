import type { Document, Put, Write } from './port.ts';

/** A document to be stored; without `document`, its tombstone. */
export interface DocumentWrite {
  readonly id: string;
  readonly position: bigint;
  readonly document: Document | undefined;
  /** See `Put`. */
  readonly replaces?: Put['replaces'];
}

/** The writes by collection. Of several writes to an id, only the one of the highest position. */
export function writesByCollection({ puts, deletes }: Write): ReadonlyMap<string, readonly DocumentWrite[]> {
  const found = new Map<string, Map<string, DocumentWrite>>();
  const add = (collection: string, write: DocumentWrite) => {
    const writes = found.get(collection) ?? new Map<string, DocumentWrite>();
    found.set(collection, writes);
    const known = writes.get(write.id);
    if (known === undefined || write.position > known.position) writes.set(write.id, write);
  };
  for (const { collection, position, document, replaces } of puts)
    add(collection, { id: document.id, position, document, replaces });
  for (const { collection, id, position } of deletes) add(collection, { id, position, document: undefined });
  return new Map([...found].map(([collection, writes]) => [collection, [...writes.values()]]));
}
