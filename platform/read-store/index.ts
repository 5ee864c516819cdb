import { openEmbeddedReadStore } from './sqlite/read-store.ts';
import type { ReadStore } from './port.ts';

export * from './port.ts';

export interface ReadStoreOptions {
  /** The URL of MongoDB; without it the read models are in the file at `path`. */
  readonly url?: string;
  readonly path: string;
  /** Called with a sentence when a damaged file was set aside. */
  readonly warn: (message: string) => void;
  /** Called when the file turns out to be damaged while it is open. The next opening sets it aside. */
  readonly onDamage?: (() => void) | undefined;
  /** Another connection of this process has the file open, so it must not be set aside, even when it is damaged. */
  readonly isOpenAlready?: boolean | undefined;
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
