import type { Logger } from 'pino';

import {
  ChainBroken,
  chainStart,
  eventsPerMark,
  type ChainPoint,
  type EventLog,
} from '#platform/event-log/index';
import type { RecordStore } from '#platform/record-store/index';
import { isAborted, pause } from '#platform/concurrency/waiting';
import { addMark, readHead, writeHead } from './known-log.ts';
import type { LogTree } from './log-tree.ts';

const lease = 'chain';
/** Milliseconds between reads of new events; the records can be this far behind. */
const every = 100;
const retryAfter = 1000;

export interface ChainRecorderDeps {
  readonly log: EventLog;
  readonly records: RecordStore;
  readonly logger: Logger;
}

export interface ChainRecorderOptions extends ChainRecorderDeps {
  readonly tree: LogTree;
}

/**
 * Stores the log's head, its hash, every 1,000th hash, and the roots of the tree's blocks in the records while the log
 * grows. Only one of several processes does this. A stored hash is never replaced by a different one. Disposing of it
 * stores the last events first.
 */
export function startChainRecorder(deps: ChainRecorderOptions): AsyncDisposable {
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      try {
        await using held = await deps.records.lease(lease, stop.signal);
        await keepUp(deps, stop.signal, held.lost);
      } catch (error) {
        if (error instanceof ChainBroken) {
          // The stored points stay, for the audit and for the next start, which refuses to open such a log.
          deps.logger.error({ err: error }, 'the event log is not as it was. See npm run audit');
          return;
        }
        if (isAborted(stop.signal)) return;
        deps.logger.warn(
          { err: error },
          'the head of the event log is not kept in the records, trying again',
        );
        await pause(retryAfter, stop.signal);
      }
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

async function keepUp(deps: ChainRecorderOptions, stop: AbortSignal, lost: AbortSignal): Promise<void> {
  const over = AbortSignal.any([stop, lost]);
  while (!over.aborted) {
    await deps.tree.keep((await recordChain(deps)).events);
    await pause(every, over);
  }
  if (!lost.aborted) await recordChain(deps);
}

/** Stores the chain up to the events appended since the last call. Returns the log's head. */
export async function recordChain({
  log,
  records: { settings },
  logger,
}: ChainRecorderDeps): Promise<ChainPoint> {
  let head = (await readHead(settings, log.id)) ?? chainStart;
  for await (const point of marksAndEnd(log.hashes(head))) {
    if (!(await addMark(settings, log.id, point))) {
      logger.error(
        { position: String(point.position) },
        `the event log is not as it was: event ${point.events} has another hash than the records. See npm run audit`,
      );
    }
    await writeHead(settings, log.id, point);
    head = point;
  }
  return head;
}

/** The points that the records store: every 1,000th, and the last. */
async function* marksAndEnd(points: AsyncIterable<ChainPoint>): AsyncGenerator<ChainPoint> {
  let last: ChainPoint | undefined;
  for await (const point of points) {
    last = point;
    if (point.events % eventsPerMark === 0) yield point;
  }
  if (last !== undefined && last.events % eventsPerMark !== 0) yield last;
}
