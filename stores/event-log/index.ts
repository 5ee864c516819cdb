import { inspectFile, renewFileId } from './sqlite/file.ts';
import { openEmbeddedLog } from './sqlite/event-log.ts';
import type { EventLog, LogSummary } from './port.ts';

export { chainOf, chainStart, eventsPerMark, type ChainPoint, type Link } from './chain.ts';
export {
  ChainBroken,
  LogMissing,
  LogUnavailable,
  WrongExpectedRevision,
  caughtUp,
  type Appended,
  type CaughtUp,
  type EventLog,
  type ExpectedRevision,
  type LogSummary,
  type NewEvent,
  type StreamEnd,
} from './port.ts';

/** Where a log is. */
export interface LogPlace {
  /** Of an EventStoreDB node or cluster (`EVENTSTOREDB_URL`). Without it the log is embedded. */
  readonly url?: string | undefined;
  /** The embedded log's file. */
  readonly path: string;
  /** Stored before every stream name and taken off again when reading; events of other streams are not shown. */
  readonly streamPrefix: string;
}

export interface EventLogOptions extends LogPlace {
  /** The id of a log that is made where there is none; null to make none. Default a random one. */
  readonly newId?: string | null | undefined;
  /** Made for reading: the embedded log's writer thread is started by the first append only. */
  readonly mostlyReads?: boolean | undefined;
  /** Told whenever a subscription loses the node, with the milliseconds until it tries again. Default nobody. */
  readonly onInterruption?: (error: Error, retryAfter: number) => void;
}

/**
 * Opens the event log that the configuration asks for.
 * @throws LogUnavailable when it cannot be reached or opened, or the url is wrong
 * @throws LogMissing when there is none, and none is to be made
 */
export async function openEventLog(options: EventLogOptions): Promise<EventLog> {
  const { url, path, ...shared } = options;
  if (url === undefined) return openEmbeddedLog({ path, ...shared });
  // Its client takes a while to load, and is loaded only by those who need it.
  const { openEventStoreDbLog } = await import('./eventstoredb/event-log.ts');
  return openEventStoreDbLog({ url, ...shared });
}

/**
 * Says which log is there and how far it goes, and changes nothing; undefined where there is none yet.
 * @throws LogUnavailable when it cannot be reached or read
 */
export async function inspectEventLog({
  url,
  path,
  streamPrefix,
}: LogPlace): Promise<LogSummary | undefined> {
  if (url === undefined) return inspectFile(path);
  const { inspectEventStoreDbLog } = await import('./eventstoredb/event-log.ts');
  return inspectEventStoreDbLog({ url, streamPrefix });
}

/**
 * Gives a log another id, since it is no longer the one that it was: what was remembered under the old id (checkpoints,
 * positions, hashes) is worth nothing from then on.
 * @throws LogUnavailable when it cannot be reached or written
 */
export async function renewLogId({ url, path, streamPrefix }: LogPlace): Promise<void> {
  if (url === undefined) {
    renewFileId(path);
    return;
  }
  const { renewEventStoreDbId } = await import('./eventstoredb/event-log.ts');
  await renewEventStoreDbId({ url, streamPrefix });
}
