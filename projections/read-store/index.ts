import { openEmbeddedReadStore } from './embedded.ts';
import type { ReadStore } from './port.ts';

export * from './models.ts';
export * from './port.ts';

export interface ReadStoreOptions {
  /** Of MongoDB; without it the read models live in the file at `path`. */
  readonly url?: string;
  readonly path: string;
  /** Told, in a sentence, when a damaged file had to be set aside. */
  readonly warn: (message: string) => void;
}

/** Opens the read store that the configuration names. @throws StoreUnavailable when it cannot be opened */
export async function openReadStore({ url, path, warn }: ReadStoreOptions): Promise<ReadStore> {
  if (url !== undefined) {
    // Only where it is configured: the driver is not loaded for the embedded store.
    const { openMongoReadStore } = await import('./mongodb.ts');
    return openMongoReadStore({ url });
  }
  return openEmbeddedReadStore({ path, warn });
}
