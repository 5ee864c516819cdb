import { LRUCache } from 'lru-cache';

import { queueCollections, type QueueEntry } from '#contracts/moderation/read-models-queue';
import type { QueueKind } from '#contracts/moderation/words';

import type { ModelName, Models } from '../../models.ts';
import { groupBy } from '#platform/queries/group-by';
import type { Task } from '#platform/queries/shared-work';
import {
  findKind,
  inOrder,
  positionOf,
  type QueueSelection,
  type QueuedItem,
  type QueuePosition,
} from './entries.ts';

/** One item that passed the filter, and its position in the queue. */
export interface ScannedItem {
  readonly kind: QueueKind;
  readonly position: QueuePosition;
}

/** All items that passed the filter, in order. */
export interface Scan {
  readonly items: readonly ScannedItem[];
  readonly total: string;
}

const scanPage = 500;
/** The most items that one scan checks. When there are more, the total is inexact and says so. */
const scanMost = 50_000;

/** Checks all waiting items of these kinds, kind by kind, because only that gives the number of items that pass. */
export async function scan(
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
export async function readScanned(
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

/** Returns the cached scan of that name while none of the models that it reads has changed, otherwise makes a new one. */
export type KeptScans = (
  name: string,
  reads: readonly ModelName[],
  make: () => Promise<Scan>,
) => Promise<Scan>;

/** Items cached for all scans together, about 20 MB. */
const scannedMost = 100_000;

/** Keeps scans, so that the pages of a filtered list share one, and so do moderators who read the same list. */
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
