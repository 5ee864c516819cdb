import { inspectFile, renewFileId } from './sqlite/file.ts';
import { openEmbeddedLog } from './sqlite/event-log.ts';
import type { EventLog, LogSummary } from './port.ts';

export { hashOf } from './sqlite/hash-chain.mjs';
export { chainOf, chainStart, eventsPerMark, type ChainPoint, type Link } from './chain.ts';
export {
  ChainBroken,
  LogMissing,
  LogUnavailable,
  WrongExpectedRevision,
  appendsWithin,
  caughtUp,
  type CaughtUp,
  type EventLog,
  type ExpectedRevision,
  type LogSummary,
  type NewEvent,
} from './port.ts';

/** Where a log is. */
export interface LogPlace {
  /** Address of an EventStoreDB node or cluster (`EVENTSTOREDB_URL`). Without it the log is embedded. */
  readonly url?: string | undefined;
  /** The embedded log's file. */
  readonly path: string;
  /** Prepended to every stream name, and removed again on reading. Events of other streams are not shown. */
  readonly streamPrefix: string;
}

export interface EventLogOptions extends LogPlace {
  /** The id for a newly created log; null: create no log. Default: a random id. */
  readonly newId?: string | null | undefined;
  /** For a log that is mainly read: the embedded log starts its writer thread only with the first append. */
  readonly mostlyReads?: boolean | undefined;
  /** Called whenever a subscription loses the node, with the milliseconds until it tries again. Default none. */
  readonly onInterruption?: (error: Error, retryAfter: number) => void;
}

/**
 * Opens the event log that the configuration asks for.
 * @throws LogUnavailable when it cannot be reached or opened, or the url is wrong
 * @throws LogMissing when there is no log and `newId` is null
 */
export async function openEventLog(options: EventLogOptions): Promise<EventLog> {
  const { url, path, ...shared } = options;
  if (url === undefined) return openEmbeddedLog({ path, ...shared });
  // Imported only where it is used, because this client takes a while to load.
  const { openEventStoreDbLog } = await import('./eventstoredb/event-log.ts');
  return openEventStoreDbLog({ url, ...shared });
}

/**
 * Returns the id and the last position of a log without changing anything; undefined where there is no log yet.
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
 * Gives a log another id, because it is no longer the same log. Everything that was stored under the old id
 * (checkpoints, positions, hashes) becomes invalid.
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
