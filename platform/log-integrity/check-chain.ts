import {
  chainStart,
  eventsPerMark,
  type ChainPoint,
  type EventLog,
  type Link,
} from '#platform/event-log/index';
import type { RecordStore } from '#platform/record-store/index';
import { readHead, readMark } from './known-log.ts';

export interface ChainCheck {
  /** The number of events, the position of the last one, and the hash over all of them. */
  readonly end: ChainPoint;
  /** The differences found, as sentences, in the order of the log. At most 20. */
  readonly flaws: readonly string[];
  /** How many more differences there are. */
  readonly moreFlaws: number;
  /** Position of the event where the chain had the hash `lookFor`. */
  readonly foundAt: bigint | undefined;
}

export interface ChainCheckOptions {
  readonly log: EventLog;
  /** Undefined for an installation that has lost its records. */
  readonly records: RecordStore | undefined;
  /** A hash that the operator has stored somewhere else. */
  readonly lookFor?: string | undefined;
  readonly onProgress?: ((link: ChainPoint) => void) | undefined;
}

const mostFlaws = 20;

/**
 * Computes the whole hash chain from the current events. Compares it with the hashes stored in the log and with those
 * in the records. Holds one event in memory at a time. May run while a server appends.
 */
export async function checkChain({
  log,
  records,
  lookFor,
  onProgress,
}: ChainCheckOptions): Promise<ChainCheck> {
  const kept = records && (await readHead(records.settings, log.id));
  const flaws = createFlaws();
  let foundAt: bigint | undefined;
  let end: ChainPoint = chainStart;
  for (let from: ChainPoint | undefined = chainStart; from !== undefined;) {
    let mark: ChainPoint = from;
    from = undefined;
    for await (const link of log.links(mark)) {
      const { events, position, hash } = link;
      flaws.add(flawInLink(link, end));
      if (hash === lookFor) foundAt = position;
      end = { events, position, hash: link.stored ?? hash };
      const known = await keptAt(events, { log, records, kept });
      if (known !== undefined && (known.position !== position || known.hash !== hash)) {
        flaws.add(await flawBetween(log, mark, link, known));
        // A log that stores no hashes is checked again from the known point, because there may be more differences.
        if (link.stored === undefined) from = known;
      }
      if (events % eventsPerMark === 0) mark = known ?? end;
      onProgress?.(end);
      if (from !== undefined) break;
    }
  }
  if (kept !== undefined && end.events < kept.events) {
    flaws.add(
      `position ${end.position}: the log ends here; the records know of events up to position ${kept.position}`,
    );
  }
  return { end, ...flaws.all(), foundAt };
}

function createFlaws() {
  const flaws: string[] = [];
  let found = 0;
  return {
    add(flaw: string | undefined): void {
      if (flaw === undefined) return;
      found += 1;
      if (flaws.length < mostFlaws) flaws.push(flaw);
    },
    all: () => ({ flaws, moreFlaws: found - flaws.length }),
  };
}

/** The point that the records hold for the event with that number; undefined for most events. */
async function keptAt(
  events: number,
  {
    log,
    records,
    kept,
  }: Pick<ChainCheckOptions, 'log' | 'records'> & { readonly kept: ChainPoint | undefined },
): Promise<ChainPoint | undefined> {
  if (kept?.events === events) return kept;
  if (records === undefined || events % eventsPerMark !== 0) return undefined;
  const mark = await readMark(records.settings, log.id, events);
  return mark && { events, ...mark };
}

/** Compares the event with the hash stored with it, if the log stores hashes. */
function flawInLink(link: Link, before: ChainPoint): string | undefined {
  const { stored, hash, position, type, id } = link;
  if (stored === undefined || stored === hash) return undefined;
  if (stored === null) return `position ${position}: the event ${id} (${type}) has no hash`;
  // A log file numbers its events without gaps.
  const missing = position - before.position - 1n;
  if (missing > 0n) {
    const from = before.position + 1n;
    return missing === 1n
      ? `position ${from}: the event is missing`
      : `position ${from}: the events up to position ${position - 1n} are missing`;
  }
  return `position ${position}: the event ${id} (${type}) is not as it was recorded`;
}

/** Describes a difference between two points in the records. */
async function flawBetween(
  log: EventLog,
  from: ChainPoint,
  link: Link,
  known: { readonly position: bigint },
): Promise<string> {
  const gap = await gapBetween(log, from, link);
  if (gap !== undefined) return gap;
  const upTo = link.position > known.position ? known.position : link.position;
  return `position ${from.position + 1n}: from here to position ${upTo} the events are not those that the records know of`;
}

/** The first event whose predecessor in its stream is missing. */
async function gapBetween(log: EventLog, from: ChainPoint, upTo: ChainPoint): Promise<string | undefined> {
  for await (const { position, stream, revision } of log.links(from)) {
    if (position > upTo.position) return undefined;
    if (revision === 0n) continue;
    for await (const event of log.readStream(stream, { from: revision - 1n, limit: 1 })) {
      if (event.revision === revision - 1n) break;
      return `position ${position}: the events of ${stream} before revision ${revision} are missing`;
    }
  }
  return undefined;
}
