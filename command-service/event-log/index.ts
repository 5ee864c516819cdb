import { openEmbeddedLog } from './embedded.ts';
import type { EventLog } from './port.ts';

export { acquireFileLease, isFileLeased } from './file-lease.ts';
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
  /** Of an EventStoreDB node or cluster (`EVENTSTOREDB_URL`). Without it the log is embedded. */
  readonly url?: string | undefined;
  /** The embedded log's file. */
  readonly path: string;
  /** Stored before every stream name and taken off again when reading; events of other streams are not shown. */
  readonly streamPrefix: string;
  /** Told whenever a subscription loses the node, with the milliseconds until it tries again. Default nobody. */
  readonly onInterruption?: (error: Error, retryAfter: number) => void;
}

/**
 * Opens the event log that the configuration asks for.
 * @throws LogUnavailable when it cannot be reached or opened, or the url is wrong
 */
export async function openEventLog(options: EventLogOptions): Promise<EventLog> {
  const { url, path, ...shared } = options;
  if (url === undefined) return openEmbeddedLog({ path, streamPrefix: shared.streamPrefix });
  // Its client takes a while to load, and is loaded only by those who need it.
  const { openEventStoreDbLog } = await import('./eventstoredb.ts');
  return openEventStoreDbLog({ url, ...shared });
}
