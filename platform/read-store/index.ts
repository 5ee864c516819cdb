import { openEmbeddedReadStore, type EmbeddedReadStoreOptions } from './sqlite/read-store.ts';
import type { ReadStore } from './port.ts';

export * from './port.ts';

export interface ReadStoreOptions extends Omit<EmbeddedReadStoreOptions, 'pollMs' | 'now'> {
  /** The URL of MongoDB; without it the read models are in the file at `path`. */
  readonly url?: string;
}

/** Opens the read store that the configuration names. @throws StoreUnavailable when it cannot be opened */
export async function openReadStore({ url, ...file }: ReadStoreOptions): Promise<ReadStore> {
  if (url !== undefined) {
    // Imported only where it is configured: the embedded store needs no driver.
    const { openMongoReadStore } = await import('./mongodb/read-store.ts');
    return openMongoReadStore({ url });
  }
  return openEmbeddedReadStore(file);
}
