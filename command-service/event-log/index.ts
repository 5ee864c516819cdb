import { openEmbeddedLog } from './embedded.ts';
import type { EventLog } from './port.ts';

export { acquireFileLease } from './file-lease.ts';
export {
  LogUnavailable,
  WrongExpectedRevision,
  caughtUp,
  type Appended,
  type CaughtUp,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
} from './port.ts';

export interface EventLogOptions {
  /** Of an EventStoreDB node (`EVENTSTOREDB_URL`). Without it the log is embedded. */
  readonly url?: string | undefined;
  /** The embedded log's file. */
  readonly path: string;
  /** Stored before every stream name and taken off again when reading; events of other streams are not shown. */
  readonly streamPrefix: string;
}

/**
 * Opens the event log that the configuration asks for.
 * @throws LogUnavailable when it cannot be reached or opened
 */
export async function openEventLog({ url, path, streamPrefix }: EventLogOptions): Promise<EventLog> {
  if (url !== undefined) throw new Error('EVENTSTOREDB_URL is not supported in this version yet');
  return openEmbeddedLog({ path, streamPrefix });
}
