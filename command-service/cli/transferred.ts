import type { EventLog } from '../event-log/index.ts';
import type { PhotoStore } from '../photo-store/index.ts';
import type { RecordStore } from '../record-store/index.ts';

/** The stores whose content no other store can give back. */
export interface Transferred {
  readonly log: EventLog;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
}

/** Told how many of something are done; `isAll` when these are all of them. */
export type Told = (what: string, count: number, isAll?: boolean) => void;

/** The setting that tells of an import into these stores. */
export const importSetting = 'import';
