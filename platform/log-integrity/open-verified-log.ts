import { randomUUID } from 'node:crypto';

import {
  chainStart,
  inspectEventLog,
  openEventLog,
  renewLogId,
  type EventLog,
  type EventLogOptions,
  type LogSummary,
} from '#platform/event-log/index';
import type { PhotoStore } from '#platform/photo-store/index';
import type { RecordStore } from '#platform/record-store/index';
import { StartError } from './start-error.ts';
import {
  logsOfPhotos,
  writeLogOfPhotos,
  markBefore,
  readKnownLog,
  writeKnownLog,
  type KnownLog,
} from './known-log.ts';

export interface VerifiedLogOptions {
  readonly place: Omit<EventLogOptions, 'newId'>;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  /** Ids of the logs that the photos belong to until now; see `logsOfPhotos`. */
  readonly photoLogs: readonly string[];
  /** The id of a log that may replace the known one (`ACCEPT_LOG`). */
  readonly acceptLog: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Opens the event log if it is the one that records and photos know, unchanged. Stores that know no log yet store its
 * id. Another log, or one that has changed, is accepted only if the operator names it. Nothing is written before the
 * log is accepted.
 * @throws StartError if the log is another one, shorter, changed or missing
 * @throws LogUnavailable if it cannot be reached or opened
 */
export async function openVerifiedLog(options: VerifiedLogOptions): Promise<EventLog> {
  const { place, records, photoLogs, acceptLog } = options;
  const known = await readKnownLog(records);
  const ids = new Set([...(known === undefined ? [] : [known.id]), ...photoLogs]);
  const summary = await inspectEventLog(place);
  const first = { replacedAnotherAt: null, unquestionedTo: known?.unquestionedTo ?? 0n };
  if (ids.size === 0) return adopt(options, await openEventLog(place), first);

  const refusal = refusalOf({ ids, summary, known, place, acceptLog });
  if (refusal !== undefined) throw new StartError(refusal);
  if (summary === undefined) return replace(options, await openEventLog({ ...place, newId: acceptLog }));
  if (!isKnown(ids, summary)) return replace(options, await openEventLog(place));
  if (isShorter(known, summary)) return renew(options);

  const log = await openEventLog({ ...place, newId: null });
  const flaw = await closing(log, () => findFlaw(log, records, known));
  if (flaw === undefined) return adopt(options, log, first);
  await log[Symbol.asyncDispose]();
  if (acceptLog !== log.id) throw new StartError(`${flaw} ${whatToDo(log.id)}`);
  return renew(options);
}

interface Situation {
  /** Ids of the logs that records and photos belong to. */
  readonly ids: ReadonlySet<string>;
  readonly summary: LogSummary | undefined;
  readonly known: KnownLog | undefined;
  readonly place: VerifiedLogOptions['place'];
  readonly acceptLog: string | undefined;
}

const isKnown = (ids: ReadonlySet<string>, { id }: LogSummary): boolean => ids.size === 1 && ids.has(id);
const isShorter = (known: KnownLog | undefined, { end }: LogSummary): boolean =>
  known !== undefined && end < known.head.position;

const whatToDo = (id: string): string =>
  `Nothing was changed. Put the right log back, from a backup perhaps; or, to go on with this one, start once with ACCEPT_LOG=${id}`;

/** Why this log may not be opened; undefined if it may. */
function refusalOf({ ids, summary, known, place, acceptLog }: Situation): string | undefined {
  const belong = `the records and photos belong to event log ${[...ids].join(' and ')}`;
  if (summary === undefined) {
    if (acceptLog !== undefined && !ids.has(acceptLog)) return undefined;
    const where = place.url === undefined ? place.path : 'EventStoreDB';
    return (
      `There is no event log at ${where}, but ${belong}. Nothing was changed. Put that log back, from a backup ` +
      `perhaps; or, to begin with an empty one, start once with ACCEPT_LOG=${randomUUID()}`
    );
  }
  if (acceptLog === summary.id) return undefined;
  if (!isKnown(ids, summary))
    return `The event log here is ${summary.id}, but ${belong}. ${whatToDo(summary.id)}`;
  if (!isShorter(known, summary)) return undefined;
  return (
    `Event log ${summary.id} ends at position ${summary.end}, but it went on to position ${known?.head.position}: ` +
    `acknowledged events are missing. ${whatToDo(summary.id)}`
  );
}

interface Adoption {
  /** When (milliseconds since 1970) it replaces another log; otherwise null. */
  readonly replacedAnotherAt: number | null;
  readonly unquestionedTo: bigint;
}

/** Stores in records and photos that they belong to that log. Writes only what is not stored yet. */
async function adopt(
  { records, photos, photoLogs: before }: Pick<VerifiedLogOptions, 'records' | 'photos' | 'photoLogs'>,
  log: EventLog,
  { replacedAnotherAt, unquestionedTo }: Adoption,
): Promise<EventLog> {
  return closing(log, async () => {
    await writeLogOfPhotos(photos, { logId: log.id, before, replacedAnotherAt });
    const known = await readKnownLog(records);
    if (known?.id !== log.id || known.unquestionedTo !== unquestionedTo || known.head.events === 0) {
      await writeKnownLog(records, { id: log.id, unquestionedTo });
    }
    return log;
  });
}

/** Lets the log replace another: its current events are accepted unchecked, and no older photo is removed. */
const replace = async (options: VerifiedLogOptions, log: EventLog): Promise<EventLog> =>
  adopt(options, log, { replacedAnotherAt: options.now, unquestionedTo: await log.head() });

/** Gives a changed log a new id, so that no checkpoint of the old log is used for it. */
async function renew(options: VerifiedLogOptions): Promise<EventLog> {
  await renewLogId(options.place);
  return replace(options, await openEventLog({ ...options.place, newId: null }));
}

/** Stores that records and photos belong to this log, after an import has filled both. */
export async function recordLogIdentity(
  stores: Pick<VerifiedLogOptions, 'records' | 'photos'> & { readonly log: EventLog },
): Promise<void> {
  const photoLogs = await logsOfPhotos(stores.photos);
  await adopt({ ...stores, photoLogs }, stores.log, { replacedAnotherAt: null, unquestionedTo: 0n });
}

/** Runs `work`; closes the log if it fails. */
async function closing<T>(log: EventLog, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await log[Symbol.asyncDispose]();
    throw error;
  }
}

/** How many events after the last one that the records know are checked. */
const mostBeyond = 2000;

/**
 * Computes the hashes of the log's last events, at least of those since the last stored point. Describes the first
 * difference; undefined if there is none.
 */
async function findFlaw(
  log: EventLog,
  records: RecordStore,
  known: KnownLog | undefined,
): Promise<string | undefined> {
  const head = known?.head ?? chainStart;
  const unquestionedTo = known?.unquestionedTo ?? 0n;
  const from = await markBefore(log, records, head);
  if (from === undefined) return undefined;
  let counted = from.events;
  for await (const { events, position, hash, stored } of log.links(from)) {
    if (events > head.events + mostBeyond) break;
    counted = events;
    const isOther = stored !== undefined && stored !== hash;
    const isOtherHead = events === head.events && (position !== head.position || hash !== head.hash);
    if ((isOther || isOtherHead) && position > unquestionedTo) {
      return `In event log ${log.id} the event at position ${position}, or one just before it, is not as it was recorded.`;
    }
  }
  if (counted >= head.events) return undefined;
  return `Event log ${log.id} has ${counted} events, but it had ${head.events}: events are missing.`;
}
