import { openEmbeddedRecordStore } from './sqlite/record-store.ts';
import type { RecordStore } from './port.ts';

export * from './identify.ts';
export * from './port.ts';

/**
 * The store of accounts, sessions, responses and counters: an SQLite file at `path`, or the server at `url`.
 * @throws RecordStoreUnavailable when it cannot be opened
 */
export async function openRecordStore({ url, path }: RecordStoreOptions): Promise<RecordStore> {
  if (url !== undefined) {
    // Imported only where it is configured: the embedded store needs no driver.
    const { openMongoRecordStore } = await import('./mongodb/record-store.ts');
    return openMongoRecordStore({ url });
  }
  return openEmbeddedRecordStore({ path });
}

export interface RecordStoreOptions {
  readonly url?: string | undefined;
  readonly path: string;
}
