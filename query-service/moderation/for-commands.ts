import type { PersonDocument } from '#contracts/account/read-models';
import type { DecidedItem } from '#contracts/moderation/decided-items';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import type { CityDocument, EditDocument, LocationDocument } from '#contracts/read-models';
import { pagesOf, type ReadModelReader } from '#platform/read-store/index';

import type { QueryContext } from '../query-context.ts';
import { type ClosedCities, pendingLocations } from '../shared/closed-cities.ts';
import { groupBy } from '#platform/queries/group-by';

type WaitingItem = `city/${string}` | `location/${string}` | `edit/${string}/${string}`;

/** The newest pending items of a person, at most `limit` of each kind. */
export async function waitingOf(
  reader: ReadModelReader,
  userId: string,
  closed: ClosedCities,
  limit: number,
): Promise<WaitingItem[]> {
  const status = 'pending';
  const ofLocations = { submittedBy: userId, ...pendingLocations(closed) };
  const newest = { sort: [['createdAt', -1]], limit } as const;
  const [cities, locations, edits] = await Promise.all([
    reader.find<CityDocument>('cities', { filter: { submittedBy: userId, status }, ...newest }),
    reader.find<LocationDocument>('locations', { filter: ofLocations, ...newest }),
    reader.find<EditDocument>('edits', { filter: { userId, status }, ...newest }),
  ]);
  return [
    ...cities.map(({ id }) => `city/${id}` as const),
    ...locations.map(({ id }) => `location/${id}` as const),
    ...edits.map(({ id, originId }) => `edit/${originId}/${id}` as const),
  ];
}

/** Whether any city, location or edit of that person is approved. */
export async function hasApproved(reader: ReadModelReader, userId: string): Promise<boolean> {
  const person = await reader.get<PersonDocument>('people', userId);
  return person !== undefined && person.approved > 0;
}

/** A decision's stream and revision, and the item that it was about. */
interface BatchDecision {
  readonly stream: string;
  readonly revision: bigint;
  readonly item: DecidedItem;
}

/** Who began a batch, and when (milliseconds since 1970). */
interface BatchStart {
  readonly by: string;
  readonly at: number;
}

/** How many events are read at once. */
const pageSize = 500;

/** The beginning of the batch with that id; undefined if nothing is known of it yet. */
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
  const pages = pagesOf<HistoryDocument>(models.history.reader, 'events', {
    filter: { correlationId: batchId },
    sort: [['position', 1]],
    limit: pageSize,
  });
  for await (const page of pages) events.push(...page);
  return events;
}

/** The decisions of one batch, in the order of the log. */
export async function decisionsOf(context: QueryContext, batchId: string): Promise<readonly BatchDecision[]> {
  const events = await eventsOf(context, batchId);
  const byCommand = groupBy(events, ({ causationId }) => causationId);
  return [...byCommand.values()].flatMap((appended) => {
    const event = decisionIn(appended);
    if (event === undefined || event.decides === null) return [];
    return [{ stream: event.stream, revision: BigInt(event.revision), item: event.decides }];
  });
}

/**
 * The decision among the events that one command appended: the event about a change, or else the first event. An append
 * that begins with a submission is not a decision, although it approves the administrator's own submission.
 */
const decisionIn = (appended: readonly HistoryDocument[]): HistoryDocument | undefined =>
  appended.find(({ decides }) => decides?.kind === 'change') ?? appended[0];
