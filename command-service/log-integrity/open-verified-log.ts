import { randomUUID } from 'node:crypto';

import {
  chainStart,
  eventsPerMark,
  inspectEventLog,
  openEventLog,
  renewLogId,
  type ChainPoint,
  type EventLog,
  type EventLogOptions,
  type LogSummary,
} from '#stores/event-log/index';
import type { PhotoStore } from '#stores/photo-store/index';
import type { RecordStore } from '#stores/record-store/index';
import { StartError } from '../start-error.ts';
import { readKnownLog, readMark, writeKnownLog, type KnownLog } from './known-log.ts';
import { logsOfPhotos, writeLogOfPhotos } from './log-of-photos.ts';

export interface VerifiedLogOptions {
  readonly place: Omit<EventLogOptions, 'newId'>;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  /** The id of a log that may take the place of the one known so far (`ACCEPT_LOG`). */
  readonly acceptLog: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Opens the event log if it is the one that records and photos know, and as long as they know it; a store that knows
 * of none learns of this one. A log that is another, or not what it was, is taken only when the operator names it.
 * Changes nothing before that is clear.
 * @throws StartError when it is another, a shorter or a changed log, or when there is none any more
 * @throws LogUnavailable when it cannot be reached or opened
 */
export async function openVerifiedLog(options: VerifiedLogOptions): Promise<EventLog> {
  const { place, records, photos, acceptLog } = options;
  const known = await readKnownLog(records);
  const ids = new Set([...(known === undefined ? [] : [known.id]), ...(await logsOfPhotos(photos))]);
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
  /** Of the logs that records and photos belong to. */
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

/** Why the log that is there may not be opened; undefined when it may. */
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
  /** Milliseconds since 1970 when it takes the place of another one; otherwise null. */
  readonly replacedAnotherAt: number | null;
  readonly unquestionedTo: bigint;
}

/** Records and photos belong to that log from now on. Writes nothing where they do already. */
async function adopt(
  { records, photos }: Pick<VerifiedLogOptions, 'records' | 'photos'>,
  log: EventLog,
  { replacedAnotherAt, unquestionedTo }: Adoption,
): Promise<EventLog> {
  return closing(log, async () => {
    const ids = await logsOfPhotos(photos);
    if (replacedAnotherAt !== null || ids.length !== 1 || ids[0] !== log.id) {
      await writeLogOfPhotos(photos, log.id, replacedAnotherAt);
    }
    const known = await readKnownLog(records);
    if (known?.id !== log.id || known.unquestionedTo !== unquestionedTo || known.head.events === 0) {
      await writeKnownLog(records, { id: log.id, unquestionedTo });
    }
    return log;
  });
}

/** The log takes the place of another: what is in it now is not questioned, and no photo of before is removed. */
const replace = async (options: VerifiedLogOptions, log: EventLog): Promise<EventLog> =>
  adopt(options, log, { replacedAnotherAt: options.now, unquestionedTo: await log.head() });

/** A log that is not what it was goes on as another one: no checkpoint of before may be taken for one of now. */
async function renew(options: VerifiedLogOptions): Promise<EventLog> {
  await renewLogId(options.place);
  return replace(options, await openEventLog({ ...options.place, newId: null }));
}

/** Stores that an import has filled belong to the log that it has filled. */
export const recordLogIdentity = async (
  stores: Pick<VerifiedLogOptions, 'records' | 'photos'> & { readonly log: EventLog },
): Promise<void> => void (await adopt(stores, stores.log, { replacedAnotherAt: null, unquestionedTo: 0n }));

/** Closes the log when the work fails. */
async function closing<T>(log: EventLog, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await log[Symbol.asyncDispose]();
    throw error;
  }
}

/** Events that are looked at beyond those that the records know of. */
const mostBeyond = 2000;

/**
 * Computes the hashes of the log's last events, at least those since the last point that was kept, and says what is
 * wrong with the first that is not as it was; undefined when all are.
 */
export async function findFlaw(
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

/** The last point that was kept before the head; undefined where none was kept yet. */
async function markBefore(
  log: EventLog,
  records: RecordStore,
  head: ChainPoint,
): Promise<ChainPoint | undefined> {
  const events = Math.floor(Math.max(0, head.events - 1) / eventsPerMark) * eventsPerMark;
  if (events === 0) return chainStart;
  const mark = await readMark(records.settings, log.id, events);
  return mark && { events, ...mark };
}
