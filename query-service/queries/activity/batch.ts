import type { DecidedItem } from '#contracts/decided-items';
import type { ActivityDocument } from '#contracts/read-models-activity';

import type { QueryContext } from '../../query-context.ts';

/** A decision's stream and revision, and the item that it was about. */
export interface BatchDecision {
  readonly stream: string;
  readonly revision: bigint;
  readonly item: DecidedItem;
}

/** More events than a batch of a hundred items can append, although some items take two events. */
const mostEvents = 500;

/** The decisions that one request made, in the order of the log. */
export async function decisionsOf(
  { models }: QueryContext,
  batchId: string,
): Promise<readonly BatchDecision[]> {
  const events = await models.activity.reader.find<ActivityDocument>('events', {
    filter: { batchId },
    sort: [['position', 1]],
    limit: mostEvents,
  });
  const byCommand = new Map<string, ActivityDocument[]>();
  for (const event of events) {
    const appended = byCommand.get(event.command);
    if (appended === undefined) byCommand.set(event.command, [event]);
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
const decisionIn = (appended: readonly ActivityDocument[]): ActivityDocument | undefined =>
  appended.find(({ decides }) => decides?.kind === 'change') ?? appended[0];
