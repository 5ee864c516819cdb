import * as z from 'zod/mini';

import type { QueueQuery } from '#contracts/api/queue';
import { fold } from '#contracts/fold';
import { limits } from '#contracts/limits';

import type { Answer } from '../../answer.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { cutPage } from '../../paging.ts';
import type { QueryContext } from '../../query-context.ts';
import type { Task } from '../../scheduler.ts';
import {
  countAll,
  everyKind,
  findAll,
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
import { readPlaces, walk, type KeptWalks } from './walks.ts';

type Query = z.output<typeof QueueQuery>;

const place = z.tuple([z.string(), z.string()]);

/** One page of everything that waits for a moderator, filtered. */
export async function listQueue({ context, walks }: QueueLists, query: Query, task: Task): Promise<Answer> {
  const { limit = limits.pageDefault, cursor, sort = 'oldest' } = query;
  const kindOfCursor = `queue-${sort}`;
  const after = decodeCursor(kindOfCursor, place, cursor);
  const lookup: Lookup = { context, things: createThings(context.models) };
  const { found, total } = await find(lookup, walks, { ...query, sort }, { limit: limit + 1, after }, task);
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

export interface QueueLists {
  readonly context: QueryContext;
  readonly walks: KeptWalks;
}

async function find(
  lookup: Lookup,
  walks: KeptWalks,
  query: Query & Pick<Asked, 'sort'>,
  page: PageAsked,
  task: Task,
): Promise<PageFound> {
  const { kind, city, submitter, search, flag, sort } = query;
  const { models } = lookup.context;
  const text = fold(search ?? '');
  const wanted = kind === undefined ? everyKind : everyKind.filter((each) => kind.includes(each));
  if (text === '' && flag === undefined) {
    const asked: Asked = { kinds: wanted, city, submitter, sort };
    const [found, total] = await Promise.all([findAll(models, asked, page), countAll(models, asked)]);
    return { found, total: String(total) };
  }
  const kinds = flag === undefined ? wanted : wanted.filter((each) => flags[flag].kinds.includes(each));
  const asked: Asked = { kinds, city, submitter, sort };
  const passes = async (found: readonly Found[]): Promise<readonly Found[]> => {
    await lookup.things.load(found);
    const named = text === '' ? found : found.filter((each) => textOf(lookup, each).includes(text));
    if (flag === undefined || named.length === 0) return named;
    const has = flags[flag].has ?? flags[flag].find;
    const flagged = await has(lookup, named);
    return named.filter(({ entry }) => flagged.has(entry.id));
  };
  const name = JSON.stringify([kinds, city, submitter, text, flag, sort]);
  const { places, total } = await walks(name, () => walk(models, asked, passes, task));
  const order = inOrder(asked);
  const { limit, after } = page;
  const first = after === undefined ? 0 : places.findIndex(({ place: each }) => order(each, after) > 0);
  const beyond = first < 0 ? [] : places.slice(first);
  return { found: await readPlaces(models, beyond, limit), total };
}

/** The text that a search matches: the names of the item and its city, and the item's summary. */
function textOf({ things }: Lookup, found: Found): string {
  const { locationId, cityId } = found.entry;
  const names = [things.location(locationId)?.name, things.city(cityId)?.name, summaryOf(found, things)];
  return fold(names.join('\n'));
}
