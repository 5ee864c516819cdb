import { by } from '#contracts/shared/read-model-declaration';
import * as z from 'zod/mini';

import { type EventType, eventTypesOf } from '#contracts/events';
import { typesThat } from '#contracts/moderation/decided-items';
import type { ActivityQuery } from '#contracts/moderation/queue-api';
import type { HistoryDocument, ItemDocument } from '#contracts/moderation/read-models-history';
import type { Activity } from '#contracts/moderation/views';
import type { CityDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { Role } from '#contracts/shared/account-words';
import { systemActor } from '#contracts/shared/event-metadata';
import { limits } from '#contracts/shared/limits';
import type { Person } from '#contracts/shared/person';
import { type ListOrder, readList, readPage } from '#platform/queries/paging';
import type { QueryResponse } from '#platform/queries/query-response';
import type { Task } from '#platform/queries/shared-work';
import type { Document, Filter } from '#platform/read-store/index';
import { type Account, userView } from '#platform/record-store/index';

import { accountsOf, actorOf, nameOf } from '../account/person-view.ts';
import { distinct, documentsById, type QueryContext } from '../query-context.ts';

const newestFirst: ListOrder = {
  kind: 'activity',
  values: z.tuple([z.number(), z.number(), z.string()]),
  sort: [by('at'), by('position')],
  backwards: true,
};

/** One page of the activity log, newest first. @throws Refusal `invalid` for a foreign cursor */
export async function listActivity(
  context: QueryContext,
  query: ActivityQuery,
  viewer: Person,
): Promise<QueryResponse> {
  const { reader } = context.models.history;
  const { limit, cursor } = query;
  const input = { limit, cursor, filter: filterOf(query), keysOnly: true };
  const { items: keys, ...page } = await readList(reader, 'events', newestFirst, input);
  return { ...page, body: await toActivities(context, keys, viewer), tags: [] };
}

/**
 * All entries that pass the filters, newest first, in pages. Each page is read only after the previous one was taken.
 * @throws an AbortError once the caller has disconnected
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
    const input = { limit: limits.pageMost, cursor, filter: filterOf(query), keysOnly: true };
    const { items: keys, next } = await readPage(reader, 'events', newestFirst, input);
    if (keys.length > 0) yield await toActivities(context, keys, viewer);
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
    // Without it no index would narrow the filter by `entityType`.
    ...(type === undefined && entityType !== undefined && { type: { in: typesAbout(entityType) } }),
    ...(Object.keys(at).length > 0 && { at }),
  };
}

/** The event type for an action's name; an unknown name finds nothing. */
const typeNamed = (name: string): string =>
  Object.values(eventTypesOf)
    .flat()
    .find((type) => actionOf(type) === name) ?? name;

/** The types of events that may be about an entity of that type. */
function typesAbout(entityType: string): readonly EventType[] {
  const { city, location, photo, account, reports, change, secondOpinion } = eventTypesOf;
  const own = Object.entries({ city, location, photo, account }).find(([name]) => name === entityType);
  return [...(own?.[1] ?? []), ...reports, ...change, ...secondOpinion];
}

/** The events with these ids in their order, with current names, and whether this person could undo each. */
async function toActivities(
  context: QueryContext,
  keys: readonly Document[],
  viewer: Person,
): Promise<Activity[]> {
  const ids = keys.map(({ id }) => id);
  const documents = await documentsById<HistoryDocument>(context.models.history.reader, 'events', ids);
  const events = ids.flatMap((id) => documents.get(id) ?? []);
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

interface ActivityDetails {
  /** The accounts of all actors. */
  readonly accounts: ReadonlyMap<string, Account>;
  readonly subject: Subject;
  readonly reason: string | null;
  readonly undoable: boolean;
  readonly adminEmail: string;
}

const toActivity = (
  event: HistoryDocument,
  { accounts, subject, reason, undoable, adminEmail }: ActivityDetails,
): Activity => ({
  position: String(event.position),
  at: new Date(event.at).toISOString(),
  actor: { ...actorOf(event.actor, accounts), role: roleOf(event.actor, accounts, adminEmail) },
  type: actionOf(event.type),
  entityType: event.entityType,
  entityId: event.entityId,
  ...subject,
  reason,
  batchId: event.correlationId,
  undoable,
});

/** The wire name of an event's type without its version. */
export const actionOf = (type: EventType): string => type.replace(/\.v\d+$/, '');

/** The current role of an actor. The system acts as the administrator. */
function roleOf(id: string, accounts: ReadonlyMap<string, Account>, adminEmail: string): Role {
  if (id === systemActor) return 'admin';
  const account = accounts.get(id);
  return account === undefined ? 'user' : userView(account, adminEmail).role;
}

/** The current names of the item and city that an event is about; null if there is none. */
interface Subject {
  readonly name: string | null;
  readonly cityName: string | null;
}

interface Subjects {
  /** Ids of the people whom the events are about. */
  readonly accountIds: readonly string[];
  of(event: HistoryDocument, accounts: ReadonlyMap<string, Account>): Subject;
}

/** The entities of a page of events, each read once. A photo has the name of its location. */
async function subjectsOf({ models }: QueryContext, events: readonly HistoryDocument[]): Promise<Subjects> {
  const { reader } = models.places;
  const idsOf = (wanted: string) =>
    distinct(events.flatMap(({ entityType, entityId }) => (entityType === wanted ? [entityId] : [])));
  const photos = await documentsById<PhotoDocument>(reader, 'photos', idsOf('photo'));
  const locationIds = [...idsOf('location'), ...[...photos.values()].map(({ locationId }) => locationId)];
  const locations = await documentsById<LocationDocument>(reader, 'locations', locationIds);
  const cityIds = [...idsOf('city'), ...[...locations.values()].map(({ cityId }) => cityId)];
  const cities = await documentsById<CityDocument>(reader, 'cities', cityIds);

  const ofLocation = (id: string | undefined): Subject => {
    const location = locations.get(id ?? '');
    const city = cities.get(location?.cityId ?? '');
    return { name: location?.name ?? null, cityName: city?.name ?? null };
  };
  return {
    accountIds: idsOf('account'),
    of({ entityType, entityId }, accounts) {
      if (entityType === 'account') return { name: nameOf(accounts.get(entityId)), cityName: null };
      if (entityType === 'city') return { name: cities.get(entityId)?.name ?? null, cityName: null };
      return ofLocation(entityType === 'photo' ? photos.get(entityId)?.locationId : entityId);
    },
  };
}

/** Decisions made at this time (milliseconds since 1970) or later can be undone. */
const undoableSince = (now: number): number => now - limits.undoWithin;

/** Decisions that only the administrator makes and undoes. */
const ofAdministrator: ReadonlySet<string> = new Set(typesThat('deletes'));

/**
 * Looks up the items that the events decide on, each with its latest decision. An item that a revert declined has the
 * revert as its decision: of the two events, the declining one is shown as the decision.
 */
async function itemsOf(
  { models }: QueryContext,
  events: readonly HistoryDocument[],
): Promise<(event: HistoryDocument) => ItemDocument | undefined> {
  const { reader } = models.history;
  const read = (collection: 'items' | 'changes', ids: readonly string[]) =>
    documentsById<ItemDocument>(reader, collection, ids);
  const decided = events.flatMap(({ decides }) => decides ?? []);
  const others = decided.filter(({ kind }) => kind !== 'change');
  const items = await read(
    'items',
    others.map(({ kind, id }) => `${kind}:${id}`),
  );
  const changes = await read('changes', [
    ...decided.flatMap(({ kind, id }) => (kind === 'change' ? [id] : [])),
    ...[...items.values()].flatMap(({ revert }) => revert?.changeId ?? []),
  ]);
  return ({ decides, position, type }) => {
    if (decides === null) return undefined;
    const { kind, id } = decides;
    if (kind === 'change') return declining.has(type) ? undefined : changes.get(id);
    const item = items.get(`${kind}:${id}`);
    const { revert } = item ?? {};
    if (revert?.declinedAt !== position) return item;
    const change = changes.get(revert.changeId);
    return change && { ...change, last: change.last === revert.position ? position : null };
  };
}

/** A revert begins with one of these if its second event declines the item. */
const declining: ReadonlySet<string> = new Set(typesThat('reopens'));

/** Whether the event is the latest decision on its item, and this person may undo it. */
function canUndo(
  { position, type }: HistoryDocument,
  item: ItemDocument | undefined,
  { userId, isAdmin }: Pick<Person, 'userId' | 'isAdmin'>,
): boolean {
  if (item === undefined || item.last !== position) return false;
  return isAdmin || (!ofAdministrator.has(type) && item.owner !== userId);
}
