import type { EventLog, NewEvent } from '../event-log/index.ts';
import { EventLine, toLine, TransferError } from './format.ts';
import { readLines, sorted } from './lines.ts';
import type { Told } from './transferred.ts';

/** Events of one stream that follow each other are appended together, as they may have been: up to so many, */
const groupSize = 200;
/** of so many characters. EventStoreDB takes a mebibyte at once, and a character may have three bytes. */
const groupLength = 250_000;

/**
 * Appends under way at once. The embedded log commits them in the order in which they were asked for, and so does
 * EventStoreDB, since they share a call. All of an export's order is compared afterwards (see `verifyEvents`).
 */
const parallel = 64;

interface Options {
  readonly file: string;
  readonly tell: Told;
}

/**
 * Appends the events in their order, with their ids, times and metadata. Those that an import before this one has
 * appended are passed over.
 * @throws TransferError when the log holds anything else
 */
export async function importEvents(log: EventLog, { file, tell }: Options): Promise<void> {
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
      if (done % 1000 === 0) tell('events', done);
    }
  } finally {
    // Also when one of them failed: the others may still be on their way.
    await appends.end();
  }
  if (isResuming && (await present.next()).done !== true) throw foreign();
  tell('events', done, true);
}

/** Appends events in groups, several groups at once. Both functions throw what the first append threw that failed. */
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
  await log.append(first.stream, revision === 0n ? 'none' : revision - 1n, group.map(toNewEvent));
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

// The cast: types that this release does not know are carried on as they are.
const toNewEvent = ({ id, type, data, metadata }: EventLine): NewEvent => ({
  id,
  event: { type, data } as NewEvent['event'],
  metadata,
});

/**
 * Compares what the log holds with what was exported, event by event. Gives the position, in this log, of the last event
 * that had `upTo` or a lower one in the exported log; null when there is none. @throws TransferError
 */
export async function verifyEvents(
  log: EventLog,
  { file, upTo, tell }: { readonly file: string; readonly upTo: bigint | null; readonly tell: Told },
): Promise<bigint | null> {
  const present = log.readAll()[Symbol.asyncIterator]();
  let reached: bigint | null = null;
  let count = 0;
  for await (const line of readLines(file, EventLine)) {
    const next = await present.next();
    if (next.done === true) throw new TransferError(`The log ends after ${count} events`);
    checkSame(toLine(next.value), line);
    if (upTo !== null && BigInt(line.position) <= upTo) reached = next.value.position;
    count += 1;
    if (count % 5000 === 0) tell('events compared', count);
  }
  if ((await present.next()).done !== true) throw foreign();
  tell('events compared', count, true);
  return reached;
}

/** The position alone is the log's own. */
function checkSame(present: EventLine, line: EventLine): void {
  const [one, other] = [present, line].map((event) => sorted({ ...event, position: '' }));
  if (one !== other) throw foreign();
}

const foreign = () =>
  new TransferError('The event log holds other events than this export. Import into empty stores.');
