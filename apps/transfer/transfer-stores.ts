import type { EventLog } from '#platform/event-log/index';
import type { PhotoStore } from '#platform/photo-store/index';
import type { RecordStore } from '#platform/record-store/index';

/** The stores whose content cannot be rebuilt from the others. */
export interface TransferStores {
  readonly log: EventLog;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
}

/** Called with the number of items done; `isAll` with the last call. */
export type OnProgress = (what: string, count: number, isAll?: boolean) => void;

/** The setting that marks an unfinished import. */
export const importSetting = 'import';
