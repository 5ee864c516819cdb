import { parseEvent } from '#contracts/events';
import { asError } from '#contracts/shared/as-error';
import { UnreadableEvent, type RecordedEvent } from '#contracts/shared/recorded-event';

import type { EventLog, NewEvent } from '#platform/event-log/index';
import { isUnavailable } from '#platform/http/problems';
import { EventLine, fromLine, type OnProgress, toLine, TransferError } from './format.ts';
import { readLines, sorted } from './lines.ts';

/** Consecutive events of one stream are appended together, up to this many, */
const groupSize = 200;
/** and up to this many characters. EventStoreDB takes one mebibyte at once, and a character can have three bytes. */
const groupLength = 250_000;

/**
 * Appends in progress. Both kinds of log commit them in the order of the calls: the embedded log by design,
 * EventStoreDB because its client sends them over one call. `verifyEvents` compares the order of the whole export
 * afterwards.
 */
const parallel = 64;

interface Options {
  readonly file: string;
  readonly onProgress: OnProgress;
}

/**
 * Reads the events of an export, in order.
 * @throws TransferError at the first event that a log could not hold there, or that this release does not know
 */
export async function* checkedEvents(file: string): AsyncGenerator<RecordedEvent> {
  const next = new Map<string, bigint>();
  const ids = new Set<string>();
  for await (const line of readLines(file, EventLine)) {
    const event = fromLine(line);
    const { id, stream, revision } = event;
    if (revision !== (next.get(stream) ?? 0n))
      throw refused(
        `In ${file} the event at revision ${revision} of ${stream} is not the next one of its stream`,
      );
    if (ids.has(id)) throw refused(`In ${file} the event ${id} is there twice`);
    next.set(stream, revision + 1n);
    ids.add(id);
    try {
      parseEvent(event);
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      throw refused(error.message, error);
    }
    yield event;
  }
}

const refused = (message: string, cause?: Error) =>
  new TransferError(`${message}. Nothing was imported.`, { cause });

/**
 * Appends the events in order, with their ids, times and metadata. Skips events that an earlier import has appended.
 * @throws TransferError if the log contains anything else
 */
export async function importEvents(log: EventLog, { file, onProgress }: Options): Promise<void> {
  const present = log.readAll()[Symbol.asyncIterator]();
  const appends = createAppends(log);
  let isResuming = true;
  let done = 0;
  try {
    for await (const line of readLines(file, EventLine)) {
      const next = isResuming ? await present.next() : undefined;
      if (next?.done === true) isResuming = false;
      if (next?.done === false) checkSame(toLine(next.value), line);
      else await appends.add(line);
      done += 1;
      if (done % 1000 === 0) onProgress('events', done);
    }
  } finally {
    // Also after a failure: other appends may still be in progress.
    await appends.end();
  }
  if (isResuming && (await present.next()).done !== true) throw foreign();
  onProgress('events', done, true);
}

/**
 * Appends events in groups, several groups at once. Both functions throw the first error of an append.
 * @throws TransferError for events that no log has given out together
 */
function createAppends(log: EventLog): { add(line: EventLine): Promise<void>; end(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  let failure: Error | undefined;
  let group: EventLine[] = [];
  let length = 0;

  const send = async (most: number): Promise<void> => {
    if (group.length > 0 && !failure) {
      const sent = append(log, group)
        .catch((error: unknown) => void (failure ??= asError(error)))
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    [group, length] = [[], 0];
    while (underWay.size > most) await Promise.race(underWay);
    if (failure) throw failure;
  };
  return {
    async add(line) {
      const more = JSON.stringify(line).length;
      if (!continues(group, line) || length + more > groupLength) await send(parallel - 1);
      group.push(line);
      length += more;
    },
    end: () => send(0),
  };
}

function continues(group: readonly EventLine[], line: EventLine): boolean {
  const last = group.at(-1);
  if (last === undefined || group.length >= groupSize) return false;
  return last.stream === line.stream && BigInt(line.revision) === BigInt(last.revision) + 1n;
}

async function append(log: EventLog, group: readonly EventLine[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const revision = BigInt(first.revision);
  try {
    await log.append(first.stream, revision === 0n ? 'none' : revision - 1n, group.map(toNewEvent));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    throw new TransferError(
      `The events of ${first.stream} from revision ${revision} do not follow what is before them: ${asError(error).message}`,
      { cause: error },
    );
  }
}

// The cast is safe: `checkedEvents` has read the same file.
const toNewEvent = ({ id, type, data, metadata }: EventLine): NewEvent => ({
  id,
  event: { type, data } as NewEvent['event'],
  metadata,
});

/** Compares the log with the export, event by event. @throws TransferError */
export async function verifyEvents(log: EventLog, { file, onProgress }: Options): Promise<void> {
  const present = log.readAll()[Symbol.asyncIterator]();
  let count = 0;
  for await (const line of readLines(file, EventLine)) {
    const next = await present.next();
    if (next.done === true) throw new TransferError(`The log ends after ${count} events`);
    checkSame(toLine(next.value), line);
    count += 1;
    if (count % 5000 === 0) onProgress('events compared', count);
  }
  if ((await present.next()).done !== true) throw foreign();
  onProgress('events compared', count, true);
}

/** Everything must be equal except the position, which belongs to the log. */
function checkSame(present: EventLine, line: EventLine): void {
  const [one, other] = [present, line].map((event) => sorted({ ...event, position: '' }));
  if (one !== other) throw foreign();
}

const foreign = () =>
  new TransferError('The event log holds events that are not in this export. Import into empty stores.');
