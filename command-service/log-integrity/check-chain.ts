import {
  chainStart,
  eventsPerMark,
  type ChainPoint,
  type EventLog,
  type Link,
} from '#stores/event-log/index';
import type { RecordStore } from '#stores/record-store/index';
import { readHead, readMark } from './known-log.ts';

export interface ChainCheck {
  /** How many events there are, the last one's position, and the hash over all of them. */
  readonly end: ChainPoint;
  /** What is wrong, in sentences, the first place first. */
  readonly flaws: readonly string[];
  /** How many more there are. */
  readonly moreFlaws: number;
  /** Position of the event at which the chain had the hash that was looked for. */
  readonly foundAt: bigint | undefined;
}

export interface ChainCheckOptions {
  readonly log: EventLog;
  /** Undefined for an installation that has lost them. */
  readonly records: RecordStore | undefined;
  /** A hash that was kept elsewhere. */
  readonly lookFor?: string | undefined;
  readonly onProgress?: ((link: ChainPoint) => void) | undefined;
}

const mostFlaws = 20;

/**
 * Computes the whole chain of hashes from the events as they are now, and compares it with what was stored with them,
 * and with what the records have kept. One event at a time is in memory. Also while a server appends.
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
        // A log that stores no hashes is looked at anew from what is known: there may be more than one place.
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

/** What the records have kept of the event of that number; undefined for most. */
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

/** By the hash that was stored with the event, where the log stores any. */
function flawInLink(link: Link, before: ChainPoint): string | undefined {
  const { stored, hash, position, type, id } = link;
  if (stored === undefined || stored === hash) return undefined;
  if (stored === null) return `position ${position}: the event ${id} (${type}) has no hash`;
  // A file numbers its events without gaps.
  const missing = position - before.position - 1n;
  if (missing > 0n) {
    const from = before.position + 1n;
    return missing === 1n
      ? `position ${from}: the event is missing`
      : `position ${from}: the events up to position ${position - 1n} are missing`;
  }
  return `position ${position}: the event ${id} (${type}) is not as it was recorded`;
}

/** By the hashes that the records have kept: between two of them something is another. */
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
