import * as z from 'zod/mini';

import { eventTypesOf } from '#contracts/events';
import { limits } from '#contracts/shared/limits';
import type { ActivityQuery } from '#contracts/moderation/queue-api';
import type { Person } from '#contracts/shared/person';
import type { Activity } from '#contracts/moderation/views';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import type { Filter } from '#platform/read-store/index';

import type { QueryResponse } from '#platform/queries/query-response';
import { readList, readPage, type ListOrder } from '#platform/queries/paging';
import type { QueryContext } from '../query-context.ts';
import type { Task } from '#platform/queries/shared-work';
import { canUndo, itemsOf, undoableSince } from './activity/undoable.ts';
import { subjectsOf } from './activity/subjects.ts';
import { actionOf, toActivity } from './activity-view.ts';
import { accountsOf } from '../account/submitters.ts';

const newestFirst: ListOrder = {
  kind: 'activity',
  values: z.tuple([z.number(), z.number(), z.string()]),
  sort: [
    ['at', -1],
    ['position', -1],
  ],
};

/** One page of what people did, newest first. @throws Refusal `invalid` for a foreign cursor */
export async function listActivity(
  context: QueryContext,
  query: ActivityQuery,
  viewer: Person,
): Promise<QueryResponse> {
  const { reader } = context.models.history;
  const { limit, cursor } = query;
  const input = { limit, cursor, filter: filterOf(query) };
  const { items, ...page } = await readList<HistoryDocument>(reader, 'events', newestFirst, input);
  return { ...page, body: await toActivities(context, items, viewer), tags: [] };
}

/**
 * All entries that pass the filters, newest first. They come in pages, and each page is read only after the previous one
 * was taken. @throws an AbortError once the caller has disconnected
 */
export async function* exportActivity(
  context: QueryContext,
  query: ActivityQuery,
  viewer: Person,
  task: Task,
): AsyncGenerator<readonly Activity[]> {
  const { reader } = context.models.history;
  let cursor: string | undefined;
  do {
    await task.yield();
    const input = { limit: limits.pageMost, cursor, filter: filterOf(query) };
    const { items, next } = await readPage<HistoryDocument>(reader, 'events', newestFirst, input);
    if (items.length > 0) yield await toActivities(context, items, viewer);
    cursor = next;
  } while (cursor !== undefined);
}

function filterOf({ actor, entityType, entityId, type, from, to }: ActivityQuery): Filter {
  const at = { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lt: to }) };
  return {
    ...(actor !== undefined && { actor }),
    ...(entityType !== undefined && { entityType }),
    ...(entityId !== undefined && { entityId }),
    ...(type !== undefined && { type: typeNamed(type) }),
    ...(Object.keys(at).length > 0 && { at }),
  };
}

/** The event type of an action's name; a name that no type has finds nothing. */
const typeNamed = (name: string): string =>
  Object.values(eventTypesOf)
    .flat()
    .find((type) => actionOf(type) === name) ?? name;

/** Adds current names, and whether this person could undo each entry. */
async function toActivities(
  context: QueryContext,
  events: readonly HistoryDocument[],
  viewer: Person,
): Promise<Activity[]> {
  const since = undoableSince(context.clock());
  const [items, subjects, reasons] = await Promise.all([
    itemsOf(
      context,
      events.filter(({ at }) => at >= since),
    ),
    subjectsOf(context, events),
    context.records.standings.reasons(
      events.flatMap(({ id, entityType }) => (entityType === 'account' ? [id] : [])),
    ),
  ]);
  const accounts = await accountsOf(context, [...events.map(({ actor }) => actor), ...subjects.accountIds]);
  return events.map((event) =>
    toActivity(event, {
      reason: event.reason ?? reasons.get(event.id) ?? null,
      accounts,
      subject: subjects.of(event, accounts),
      undoable: canUndo(event, items(event), viewer),
      adminEmail: context.adminEmail,
    }),
  );
}
