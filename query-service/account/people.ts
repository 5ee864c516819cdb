import { Refusal } from '#contracts/shared/errors';
import { normaliseText, normaliseEmail } from '#contracts/shared/normalise';
import { limits } from '#contracts/shared/limits';
import type { Viewer } from '#contracts/shared/parse';
import type { PeopleQuery } from '#contracts/account/people-api';
import type { PersonForDesk } from '#contracts/account/views';
import { newPerson, type PersonDocument } from '#contracts/account/read-models';
import type { ReadModelReader } from '#platform/read-store/index';
import {
  rightsOf,
  type Account,
  type AccountPlace,
  type AccountSearch,
  type AccountsFound,
} from '#platform/record-store/index';

import type { QueryResponse } from '#platform/queries/query-response';
import {
  decodeCursor,
  encodeCursor,
  countTo,
  cutPage,
  numberAndId,
  totalText,
} from '#platform/queries/paging';
import { byId, documentsById, type QueryContext } from '../query-context.ts';
import type { Task } from '#platform/queries/shared-work';
import { countsOf } from './person-counts.ts';
import { nameOf } from './person-view.ts';

/** Accounts as moderators see them. Only the administrator sees the email. */
async function peopleForDesk(
  context: QueryContext,
  accounts: readonly Account[],
  viewer: Viewer,
): Promise<PersonForDesk[]> {
  const { models, adminEmail } = context;
  const ids = accounts.map(({ id }) => id);
  const [people, photosOf, upheldOf] = await Promise.all([
    countsOf(context, ids),
    models.places.reader.tally('photos', { by: 'uploadedBy', of: ids, filter: { present: true } }),
    models.reports.reader.tally('reports', { by: 'userId', of: ids, filter: { status: 'upheld' } }),
  ]);
  return accounts.map((account) => {
    const { id, email, standing, createdAt } = account;
    const { submitted, approved, declined, waiting, lastAt } = people.get(id) ?? newPerson(id);
    return {
      id,
      submitted,
      approved,
      declined,
      waiting,
      photos: photosOf.get(id)?.count ?? 0,
      reportsUpheld: upheldOf.get(id)?.count ?? 0,
      name: nameOf(account),
      email: viewer?.isAdmin === true ? email : null,
      role: rightsOf(account, adminEmail).role,
      trusted: standing.trusted,
      blocked: standing.blocked,
      createdAt: new Date(createdAt).toISOString(),
      lastActiveAt: lastAt,
    };
  });
}

/** @throws Refusal `person-not-found` for an account that does not exist or was erased */
export async function personForDesk(
  context: QueryContext,
  id: string,
  viewer: Viewer,
): Promise<PersonForDesk> {
  const account = await context.records.accounts.byId(id);
  const [person] = account === undefined ? [] : await peopleForDesk(context, [account], viewer);
  if (person === undefined) throw new Refusal('person-not-found');
  return person;
}

const cursorKind = 'people';
/** Accounts that the store scans in one read, which takes a few milliseconds. */
const scanLimit = 5000;
/** Reads for one response. A search that is not complete after these continues on the next page. */
const looksMost = 200;

const standings = { moderators: 'moderator', trusted: 'trusted', blocked: 'blocked' } as const;

/**
 * People with an account, newest first. Moderators search in names, the administrator in emails too.
 * @throws Refusal `invalid` for a foreign cursor
 */
export async function listPeople(
  context: QueryContext,
  { limit = limits.pageDefault, cursor, filter, search = '' }: PeopleQuery,
  viewer: Viewer,
  task: Task,
): Promise<QueryResponse> {
  const inName = normaliseText(search);
  const wanted: Wanted = {
    standing: filter === undefined || filter === 'new' ? undefined : standings[filter],
    text:
      inName === ''
        ? undefined
        : { inName, inEmail: viewer?.isAdmin === true ? normaliseEmail(search) : null },
    isNew: filter === 'new',
  };
  const start = decodeCursor(cursorKind, numberAndId, cursor);
  const after = start && { createdAt: start[0], id: start[1] };
  const { found, next } = await find(context, wanted, { after, most: limit + 1 }, task);
  const page = cutPage(found, limit, placeText);
  const isAll = after === undefined && page.next === undefined && next === undefined;
  const total = isAll ? found.length : await countAll(context, wanted, task);
  const ids = page.items.map(({ id }) => id);
  const accounts = byId(await context.records.accounts.byIds(ids));
  const there = ids.flatMap((id) => accounts.get(id) ?? []);
  return {
    body: await peopleForDesk(context, there, viewer),
    next: page.next ?? (next && placeText(next)),
    total: totalText(total),
    tags: [],
  };
}

const placeText = ({ createdAt, id }: AccountPlace) => encodeCursor(cursorKind, [createdAt, id]);

interface Wanted extends Pick<AccountSearch, 'standing' | 'text'> {
  readonly isNew: boolean;
}

const countAll = async (context: QueryContext, wanted: Wanted, task: Task): Promise<number> => {
  const { found, next } = await find(context, wanted, { after: undefined, most: countTo }, task);
  return next === undefined ? found.length : countTo;
};

/** At most `most` accounts after a position. `next`: where the search stopped early; undefined if it is complete. */
async function find(
  { records, models }: QueryContext,
  { isNew, ...wanted }: Wanted,
  { after, most }: { readonly after: AccountPlace | undefined; readonly most: number },
  task: Task,
): Promise<AccountsFound> {
  const found: AccountPlace[] = [];
  let next = after;
  for (let looks = 0; looks < looksMost; looks += 1) {
    await task.yield();
    const limit = isNew ? Math.min(scanLimit, pageOfNew) : most - found.length;
    const slice = await records.accounts.newest({ ...wanted, after: next, limit, scanLimit });
    found.push(...(isNew ? await withoutApproval(models.places.reader, slice.found) : slice.found));
    next = slice.next;
    if (found.length >= most || next === undefined) return { found: found.slice(0, most), next: undefined };
  }
  return { found, next };
}

/** Accounts whose numbers are read in one query. */
const pageOfNew = 500;

/** The accounts of which no submission has been approved yet. */
async function withoutApproval(
  reader: ReadModelReader,
  places: readonly AccountPlace[],
): Promise<readonly AccountPlace[]> {
  const ids = places.map(({ id }) => id);
  const people = await documentsById<PersonDocument>(reader, 'people', ids);
  return places.filter(({ id }) => (people.get(id)?.approved ?? 0) === 0);
}
