import { openEmbeddedReadStore } from './sqlite/read-store.ts';
import type { ReadStore } from './port.ts';

export * from './port.ts';

export interface ReadStoreOptions {
  /** Of MongoDB; without it the read models live in the file at `path`. */
  readonly url?: string;
  readonly path: string;
  /** Told, in a sentence, when a damaged file had to be set aside. */
  readonly warn: (message: string) => void;
  /** Told when the file turns out to be damaged while it is open: the next opening sets it aside. */
  readonly onDamage?: (() => void) | undefined;
  /** Another connection of this process has the file open: it is not set aside, not even when it is damaged. */
  readonly isOpenAlready?: boolean | undefined;
}

/** Opens the read store that the configuration names. @throws StoreUnavailable when it cannot be opened */
export async function openReadStore({ url, ...file }: ReadStoreOptions): Promise<ReadStore> {
  if (url !== undefined) {
    // Only where it is configured: the driver is not loaded for the embedded store.
    const { openMongoReadStore } = await import('./mongodb/read-store.ts');
    return openMongoReadStore({ url });
  }
  return openEmbeddedReadStore(file);
}
