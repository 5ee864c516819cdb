import { LRUCache } from 'lru-cache';
import type * as z from 'zod/mini';

import type { QueueQuery } from '#contracts/moderation/queue-api';
import { queueCollections, type QueueEntry } from '#contracts/moderation/read-models-queue';
import { queueKinds, type QueueKind } from '#contracts/moderation/words';
import { limits } from '#contracts/shared/limits';
import { normaliseText } from '#contracts/shared/normalise';
import { searchWords, tierOf } from '#contracts/shared/search-words';
import { groupBy } from '#platform/queries/group-by';
import { cutPage, decodeCursor, encodeCursor, textAndId } from '#platform/queries/paging';
import type { QueryResponse } from '#platform/queries/query-response';
import type { Task } from '#platform/queries/shared-work';

import type { ModelName, Models } from '../../models.ts';
import type { QueryContext } from '../../query-context.ts';
import {
  countAll,
  findAll,
  findKind,
  inOrder,
  positionOf,
  type QueuedItem,
  type QueuePosition,
  type QueueSelection,
} from './entries.ts';
import { flags, type Lookup } from './flags.ts';
import { queueItems } from './items.ts';
import { createEntities } from './subjects.ts';
import { summaryOf } from './summary.ts';

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
  const wanted = kind === undefined ? queueKinds : queueKinds.filter((each) => kind.includes(each));
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
    const flagged = await flags[flag].find(lookup, named);
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

/** One item that passed the filter, and its position in the queue. */
interface ScannedItem {
  readonly kind: QueueKind;
  readonly position: QueuePosition;
}

/** All items that passed the filter, in order. */
interface Scan {
  readonly items: readonly ScannedItem[];
  readonly total: string;
}

const scanPage = 500;
/** The most items that one scan checks. If there are more, the total is inexact and marked as such. */
const scanMost = 50_000;

/** Checks all waiting items of these kinds, kind by kind, because only that gives the number of items that pass. */
async function scan(
  models: Models,
  selection: QueueSelection,
  passes: (found: readonly QueuedItem[]) => Promise<readonly QueuedItem[]>,
  task: Task,
): Promise<Scan> {
  const order = inOrder(selection);
  const items: ScannedItem[] = [];
  let scanned = 0;
  for (const kind of selection.kinds) {
    for (let from: QueuePosition | undefined; ;) {
      await task.yield();
      const page = await findKind(models, kind, selection, { limit: scanPage, after: from });
      for (const found of await passes(page)) items.push({ kind, position: positionOf(found) });
      scanned += page.length;
      const last = page.at(-1);
      if (last === undefined || page.length < scanPage || scanned >= scanMost) break;
      from = positionOf(last);
    }
  }
  items.sort((one, other) => order(one.position, other.position));
  return { items, total: scanned < scanMost ? String(items.length) : `${items.length}+` };
}

/** The first `limit` of these items that still wait, in order. */
async function readScanned(
  models: Models,
  items: readonly ScannedItem[],
  limit: number,
): Promise<readonly QueuedItem[]> {
  const found: QueuedItem[] = [];
  for (let from = 0; found.length < limit && from < items.length;) {
    const next = items.slice(from, from + limit - found.length);
    found.push(...(await readWaiting(models, next)));
    from += next.length;
  }
  return found;
}

async function readWaiting(models: Models, items: readonly ScannedItem[]): Promise<readonly QueuedItem[]> {
  const byKind = groupBy(items, ({ kind }) => kind);
  const read = [...byKind].map(async ([kind, of]) => {
    const ids = of.map(({ position: [, id] }) => id);
    const entries = await models.queue.reader.getMany<QueueEntry>(queueCollections[kind], ids);
    return entries.map((entry) => [`${kind} ${entry.id}`, entry] as const);
  });
  const entries = new Map((await Promise.all(read)).flat());
  return items.flatMap(({ kind, position: [, id] }): readonly QueuedItem[] => {
    const entry = entries.get(`${kind} ${id}`);
    return entry?.state === 'waiting' ? [{ kind, entry }] : [];
  });
}

/** Returns the cached scan of that name if none of the models that it reads has changed, otherwise makes a new one. */
export type KeptScans = (
  name: string,
  reads: readonly ModelName[],
  make: () => Promise<Scan>,
) => Promise<Scan>;

/** Items cached for all scans together, about 20 MB. */
const scannedMost = 100_000;

/** Caches scans, so that the pages of a filtered list share one, and so do moderators who read the same list. */
export function createKeptScans(models: Models): KeptScans {
  const cached = new LRUCache<string, { readonly contentVersions: string; readonly scan: Scan }>({
    maxSize: scannedMost,
    sizeCalculation: ({ scan }) => scan.items.length + 1,
  });
  return async (name, reads, make) => {
    const contentVersionsNow = () => reads.map((model) => models[model].contentVersion).join();
    const contentVersions = contentVersionsNow();
    const known = cached.get(name);
    if (known?.contentVersions === contentVersions) return known.scan;
    const isSettled = reads.every((model) => models[model].version % 2 === 0);
    const scan = await make();
    // A change during the scan may be in only a part of the result, so the result is not cached then.
    if (isSettled && contentVersionsNow() === contentVersions) cached.set(name, { contentVersions, scan });
    return scan;
  };
}
