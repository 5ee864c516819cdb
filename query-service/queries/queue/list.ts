import * as z from 'zod/mini';

import type { QueueQuery } from '#contracts/api/queue';
import { fold } from '#contracts/fold';
import { limits } from '#contracts/limits';

import type { Answer } from '../../answer.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { cutPage } from '../../paging.ts';
import type { Models } from '../../models.ts';
import type { QueryContext } from '../../query-context.ts';
import type { Task } from '../../scheduler.ts';
import {
  countAll,
  everyKind,
  findAll,
  findKind,
  inOrder,
  placeOf,
  type Asked,
  type Found,
  type QueuePlace,
} from './entries.ts';
import { flags, type Lookup } from './flags.ts';
import { queueItems } from './items.ts';
import { summaryOf } from './summary.ts';
import { createThings } from './things.ts';

type Query = z.output<typeof QueueQuery>;

const place = z.tuple([z.string(), z.string()]);

/** Everything that somebody should look at, filtered. */
export async function listQueue(context: QueryContext, query: Query, task: Task): Promise<Answer> {
  const { limit = limits.pageDefault, cursor, sort = 'oldest' } = query;
  const kindOfCursor = `queue-${sort}`;
  const after = decodeCursor(kindOfCursor, place, cursor);
  const lookup: Lookup = { context, things: createThings(context.models) };
  const { found, total } = await find(lookup, { ...query, sort }, { limit: limit + 1, after }, task);
  const { items, next } = cutPage(found, limit, (last) => encodeCursor(kindOfCursor, [...placeOf(last)]));
  return { body: await queueItems(lookup, items), next, total, tags: [] };
}

interface PageAsked {
  readonly limit: number;
  readonly after: QueuePlace | undefined;
}
interface PageFound {
  readonly found: readonly Found[];
  readonly total: string;
}

async function find(
  lookup: Lookup,
  { kind, city, submitter, search, flag, sort }: Query & Pick<Asked, 'sort'>,
  page: PageAsked,
  task: Task,
): Promise<PageFound> {
  const { models } = lookup.context;
  const text = fold(search ?? '');
  const wanted = kind === undefined ? everyKind : everyKind.filter((each) => kind.includes(each));
  if (text === '' && flag === undefined) {
    const asked: Asked = { kinds: wanted, city, submitter, sort };
    const [found, total] = await Promise.all([findAll(models, asked, page), countAll(models, asked)]);
    return { found, total: String(total) };
  }
  const kinds = flag === undefined ? wanted : wanted.filter((each) => flags[flag].kinds.includes(each));
  const passes = async (found: readonly Found[]): Promise<readonly Found[]> => {
    await lookup.things.load(found);
    const named = text === '' ? found : found.filter((each) => textOf(lookup, each).includes(text));
    if (flag === undefined || named.length === 0) return named;
    const flagged = await flags[flag].find(lookup, named);
    return named.filter(({ entry }) => flagged.has(entry.id));
  };
  return walk(models, { kinds, city, submitter, sort }, { ...page, passes }, task);
}

/** What a search looks into: the names of the thing and its city, and the line that says what it is. */
function textOf({ things }: Lookup, found: Found): string {
  const { locationId, cityId } = found.entry;
  const names = [things.location(locationId)?.name, things.city(cityId)?.name, summaryOf(found, things)];
  return fold(names.join('\n'));
}

const walkPage = 500;
/** Things that one question looks at, at most; where there are more, its count says that it does not know. */
const lookedAt = 50_000;

interface Walk extends PageAsked {
  readonly passes: (found: readonly Found[]) => Promise<readonly Found[]>;
}

/** Looks at everything of these kinds that waits, kind by kind, since only so is it known how many pass. */
async function walk(
  models: Models,
  asked: Asked,
  { limit, after, passes }: Walk,
  task: Task,
): Promise<PageFound> {
  const order = inOrder(asked);
  const isBeyond = (found: Found) => after === undefined || order(placeOf(found), after) > 0;
  const kept: Found[] = [];
  let count = 0;
  let looked = 0;
  for (const kind of asked.kinds) {
    let keptOfKind = 0;
    for (let from: QueuePlace | undefined; ;) {
      await task.yield();
      const page = await findKind(models, kind, asked, { limit: walkPage, after: from });
      const passing = await passes(page);
      count += passing.length;
      const fresh = passing.filter(isBeyond).slice(0, limit - keptOfKind);
      keptOfKind += fresh.length;
      kept.push(...fresh);
      looked += page.length;
      const last = page.at(-1);
      if (last === undefined || page.length < walkPage || looked >= lookedAt) break;
      from = placeOf(last);
    }
  }
  return {
    found: kept.sort((one, other) => order(placeOf(one), placeOf(other))).slice(0, limit),
    total: looked < lookedAt ? String(count) : `${count}+`,
  };
}
