import * as z from 'zod/mini';

import type { OwnList, PlaceList } from '#contracts/list/views';
import { shownAt } from '#contracts/location/merging';
import type { LocationDocument } from '#contracts/read-models';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { Viewer } from '#contracts/shared/parse';
import type { Person } from '#contracts/shared/person';
import { cutPage, decodeCursor, encodeCursor, type PageInput } from '#platform/queries/paging';
import type { QueryResponse } from '#platform/queries/query-response';
import type { StoredList } from '#platform/record-store/index';

import { locationViews, publicAmong } from '../location/location-views.ts';
import { distinct, documentsById, type QueryContext } from '../query-context.ts';

const fieldsOf = ({ id, name, note, date, sharedId, revision, createdAt, updatedAt }: StoredList) => ({
  id,
  name,
  note,
  date,
  shared: sharedId !== null,
  sharedId,
  revision,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

/** A list with its places that are public now; merged places are replaced by the places that show them. */
export async function listView(context: QueryContext, list: StoredList, viewer: Viewer): Promise<PlaceList> {
  const { reader } = context.models.places;
  const known = await documentsById<LocationDocument>(reader, 'locations', list.places);
  const shown = list.places.flatMap((id) => known.get(id) ?? []).map(shownAt);
  const places = await publicAmong(context, distinct(shown));
  return { ...fieldsOf(list), places: await locationViews(context, places, viewer) };
}

const kind = 'lists';
const idOnly = z.tuple([z.string()]);

/** A person's own lists, newest first. */
export async function listLists(
  { records }: QueryContext,
  { limit = limits.pageDefault, cursor }: PageInput,
  { userId }: Person,
): Promise<QueryResponse> {
  const all = await records.lists.of(userId);
  const after = decodeCursor(kind, idOnly, cursor);
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after[0]) + 1;
  const page = cutPage(all.slice(start), limit, ({ id }) => encodeCursor(kind, [id]));
  const body = page.items.map((list): OwnList => ({ ...fieldsOf(list), placeIds: [...list.places] }));
  return { body, next: page.next, total: String(all.length), tags: [] };
}

/**
 * A person's own list, or one that is shared under that id. @throws Refusal `list-not-found` also for another person's
 * list
 */
export async function getList(context: QueryContext, id: string, viewer: Viewer): Promise<QueryResponse> {
  const { lists } = context.records;
  const own = viewer === null ? undefined : await lists.get(id);
  if (own !== undefined && own.userId === viewer?.userId)
    return { body: await listView(context, own, viewer), tags: [] };
  const shared = await lists.shared(id);
  if (shared === undefined) throw new Refusal('list-not-found');
  return { body: { ...(await listView(context, shared, viewer)), id }, tags: [] };
}
