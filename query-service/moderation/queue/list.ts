import type * as z from 'zod/mini';

import type { QueueQuery } from '#contracts/moderation/queue-api';
import { normaliseText } from '#contracts/shared/normalise';
import { searchWords, tierOf } from '#contracts/shared/search-words';
import { limits } from '#contracts/shared/limits';

import type { QueryResponse } from '#platform/queries/query-response';
import { decodeCursor, encodeCursor, cutPage, textAndId } from '#platform/queries/paging';
import type { QueryContext } from '../../query-context.ts';
import type { Task } from '#platform/queries/shared-work';
import {
  countAll,
  everyKind,
  findAll,
  inOrder,
  positionOf,
  type QueueSelection,
  type QueuedItem,
  type QueuePosition,
} from './entries.ts';
import { flags, type Lookup } from './flags.ts';
import { queueItems } from './items.ts';
import { summaryOf } from './summary.ts';
import { createEntities } from './entities.ts';
import { readScanned, scan, type KeptScans } from './scans.ts';

type Query = z.output<typeof QueueQuery>;

/** One page of everything that waits for a moderator, filtered. */
export async function listQueue(
  { context, scans }: QueueLists,
  query: Query,
  task: Task,
): Promise<QueryResponse> {
  const { limit = limits.pageDefault, cursor, sort = 'oldest' } = query;
  const kindOfCursor = `queue-${sort}`;
  const after = decodeCursor(kindOfCursor, textAndId, cursor);
  const lookup: Lookup = { context, entities: createEntities(context.models) };
  const { found, total } = await find(lookup, scans, { ...query, sort }, { limit: limit + 1, after }, task);
  const { items, next } = cutPage(found, limit, (last) => encodeCursor(kindOfCursor, [...positionOf(last)]));
  return { body: await queueItems(lookup, items), next, total, tags: [] };
}

interface PageWanted {
  readonly limit: number;
  readonly after: QueuePosition | undefined;
}
interface PageFound {
  readonly found: readonly QueuedItem[];
  readonly total: string;
}

export interface QueueLists {
  readonly context: QueryContext;
  readonly scans: KeptScans;
}

async function find(
  lookup: Lookup,
  scans: KeptScans,
  query: Query & Pick<QueueSelection, 'sort'>,
  page: PageWanted,
  task: Task,
): Promise<PageFound> {
  const { kind, city, submitter, search, flag, signal, sort } = query;
  const { models } = lookup.context;
  const words = searchWords(search ?? '');
  const wanted = kind === undefined ? everyKind : everyKind.filter((each) => kind.includes(each));
  if (words.length === 0 && flag === undefined) {
    const selection: QueueSelection = { kinds: wanted, city, submitter, sort, signal };
    const [found, total] = await Promise.all([findAll(models, selection, page), countAll(models, selection)]);
    return { found, total: String(total) };
  }
  const kinds = flag === undefined ? wanted : wanted.filter((each) => flags[flag].kinds.includes(each));
  const selection: QueueSelection = { kinds, city, submitter, sort, signal };
  const passes = async (found: readonly QueuedItem[]): Promise<readonly QueuedItem[]> => {
    await lookup.entities.load(found);
    const named =
      words.length === 0 ? found : found.filter((each) => tierOf(words, [textOf(lookup, each)]) === 0);
    if (flag === undefined || named.length === 0) return named;
    const has = flags[flag].has ?? flags[flag].find;
    const flagged = await has(lookup, named);
    return named.filter(({ entry }) => flagged.has(entry.id));
  };
  const reads = ['queue', ...(flag === undefined ? [] : [flags[flag].reads ?? []].flat())] as const;
  const name = JSON.stringify([kinds, city, submitter, words, flag, signal, sort]);
  const { items, total } = await scans(name, reads, () => scan(models, selection, passes, task));
  const order = inOrder(selection);
  const { limit, after } = page;
  const first = after === undefined ? 0 : items.findIndex(({ position: each }) => order(each, after) > 0);
  const beyond = first < 0 ? [] : items.slice(first);
  return { found: await readScanned(models, beyond, limit), total };
}

/** The text that a search matches: the names of the item and its city, and the item's summary. */
function textOf({ entities }: Lookup, found: QueuedItem): string {
  const { locationId, cityId } = found.entry;
  const names = [
    entities.location(locationId)?.name,
    entities.city(cityId)?.name,
    summaryOf(found, entities),
  ];
  return normaliseText(names.join('\n'));
}
