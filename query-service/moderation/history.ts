import type * as z from 'zod/mini';

import type { HistoryQuery } from '#contracts/moderation/api';
import type { HistoryEntry } from '#contracts/moderation/views';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import type { Filter, ReadModelReader } from '#platform/read-store/index';
import type { Account } from '#platform/record-store/index';

import type { QueryResponse } from '#platform/queries/query-response';
import { numberAndId, readList, type ListOrder } from '#platform/queries/paging';
import type { QueryContext } from '../query-context.ts';
import { accountsOf, actorOf } from '../account/person-view.ts';
import { requireEntity } from './proof.ts';

const oldestFirst: ListOrder = { kind: 'history', values: numberAndId, sort: [['position', 1]] };
const newestFirst: ListOrder = { ...oldestFirst, kind: 'history-newest', backwards: true };

/**
 * What happened to a city or location of any status, apart from opinions; for a location also the history of places
 * merged into it, and when its cities were closed and restored. @throws Refusal `city-not-found`, `location-not-found`
 */
export async function entityHistory(
  context: QueryContext,
  kind: 'city' | 'location',
  id: string,
  { sort, ...page }: z.output<typeof HistoryQuery>,
): Promise<QueryResponse> {
  await requireEntity(context, kind, id);
  const { history } = context.models;
  const filter = { entity: `${kind}:${id}` };
  const or =
    kind === 'city'
      ? []
      : [{ forLocation: `location:${id}` }, ...(await endsOfItsCities(history.reader, id))];
  const order = sort === 'newest' ? newestFirst : oldestFirst;
  const { items, ...counted } = await readList<HistoryDocument>(history.reader, 'events', order, {
    ...page,
    filter,
    or,
  });
  const accounts = await accountsOf(
    context,
    items.map(({ actor }) => actor),
  );
  return { ...counted, body: items.map((entry) => toHistoryEntry(entry, accounts)), tags: [] };
}

const toHistoryEntry = (entry: HistoryDocument, accounts: ReadonlyMap<string, Account>): HistoryEntry => ({
  revision: entry.revision,
  position: String(entry.position),
  eventId: entry.id,
  type: entry.type,
  time: entry.time,
  actor: actorOf(entry.actor, accounts),
  reason: entry.reason,
  changes: entry.changes,
  seen: entry.seen,
  isDecision: entry.decides !== null,
  correlationId: entry.correlationId,
  causationId: entry.causationId,
});

/** Only this many of a location's latest moves are followed. */
const mostMoves = 50;

/** Filters for the closings and restorations of each city while the location was in it. */
async function endsOfItsCities(reader: ReadModelReader, locationId: string): Promise<Filter[]> {
  const moves = await reader.find<HistoryDocument>('events', {
    filter: { series: `moves:${locationId}` },
    sort: [['position', 1]],
    backwards: true,
    limit: mostMoves,
  });
  return moves.map(({ movedTo, position }, at) => {
    const until = moves[at - 1]?.position;
    return {
      forLocationsOf: `city:${movedTo}`,
      position: { gt: position, ...(until === undefined ? {} : { lt: until }) },
    };
  });
}
