import type { DecidedItem } from '#contracts/moderation/decided-items';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';

import type { QueryContext } from '../../query-context.ts';

/** A decision's stream and revision, and the item that it was about. */
export interface BatchDecision {
  readonly stream: string;
  readonly revision: bigint;
  readonly item: DecidedItem;
}

/** Who began a batch, and when (milliseconds since 1970). */
export interface BatchStart {
  readonly by: string;
  readonly at: number;
}

/** How many events are read at once. */
const page = 500;

/** The beginning of the batch with that id; undefined while nothing of it is known. */
export async function batchOf({ models }: QueryContext, batchId: string): Promise<BatchStart | undefined> {
  const [first] = await models.history.reader.find<HistoryDocument>('events', {
    filter: { correlationId: batchId },
    sort: [['position', 1]],
    limit: 1,
  });
  return first && { by: first.actor, at: first.at };
}

/** All events of a batch in the order of the log. It may have been made by many requests. */
async function eventsOf({ models }: QueryContext, batchId: string): Promise<readonly HistoryDocument[]> {
  const events: HistoryDocument[] = [];
  for (let isMore = true; isMore;) {
    const found = await models.history.reader.find<HistoryDocument>('events', {
      filter: { correlationId: batchId, position: { gt: events.at(-1)?.position ?? -1 } },
      sort: [['position', 1]],
      limit: page,
    });
    events.push(...found);
    isMore = found.length === page;
  }
  return events;
}

/** The decisions of one batch, in the order of the log. */
export async function decisionsOf(context: QueryContext, batchId: string): Promise<readonly BatchDecision[]> {
  const events = await eventsOf(context, batchId);
  const byCommand = new Map<string, HistoryDocument[]>();
  for (const event of events) {
    const appended = byCommand.get(event.causationId);
    if (appended === undefined) byCommand.set(event.causationId, [event]);
    else appended.push(event);
  }
  return [...byCommand.values()].flatMap((appended) => {
    const event = decisionIn(appended);
    if (event === undefined || event.decides === null) return [];
    return [{ stream: event.stream, revision: BigInt(event.revision), item: event.decides }];
  });
}

/**
 * The decision among the events that one command appended: the event about a change, or else the first event. An append
 * that begins with a submission is no decision, although the administrator's own submission is approved in it.
 */
const decisionIn = (appended: readonly HistoryDocument[]): HistoryDocument | undefined =>
  appended.find(({ decides }) => decides?.kind === 'change') ?? appended[0];
