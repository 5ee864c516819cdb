import { LRUCache } from 'lru-cache';

import { queueCollections, type QueueEntry } from '#contracts/read-models-queue';
import type { QueueKind } from '#contracts/vocabulary';

import type { Models } from '../../models.ts';
import { groupBy } from '../../query-context.ts';
import type { Task } from '../../scheduler.ts';
import { findKind, inOrder, placeOf, type Asked, type Found, type QueuePlace } from './entries.ts';

/** One item that passed the filter, and its position in the queue. */
export interface WalkedPlace {
  readonly kind: QueueKind;
  readonly place: QueuePlace;
}

/** All items that passed the filter, in order. */
export interface Walked {
  readonly places: readonly WalkedPlace[];
  readonly total: string;
}

const walkPage = 500;
/** The most items that one walk checks. When there are more, the total is inexact and says so. */
const lookedAt = 50_000;

/** Checks all waiting items of these kinds, kind by kind, because only that gives the number of items that pass. */
export async function walk(
  models: Models,
  asked: Asked,
  passes: (found: readonly Found[]) => Promise<readonly Found[]>,
  task: Task,
): Promise<Walked> {
  const order = inOrder(asked);
  const places: WalkedPlace[] = [];
  let looked = 0;
  for (const kind of asked.kinds) {
    for (let from: QueuePlace | undefined; ;) {
      await task.yield();
      const page = await findKind(models, kind, asked, { limit: walkPage, after: from });
      for (const found of await passes(page)) places.push({ kind, place: placeOf(found) });
      looked += page.length;
      const last = page.at(-1);
      if (last === undefined || page.length < walkPage || looked >= lookedAt) break;
      from = placeOf(last);
    }
  }
  places.sort((one, other) => order(one.place, other.place));
  return { places, total: looked < lookedAt ? String(places.length) : `${places.length}+` };
}

/** The first `limit` of these items that still wait, in order. */
export async function readPlaces(
  models: Models,
  places: readonly WalkedPlace[],
  limit: number,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let from = 0; found.length < limit && from < places.length;) {
    const next = places.slice(from, from + limit - found.length);
    found.push(...(await readWaiting(models, next)));
    from += next.length;
  }
  return found;
}

async function readWaiting(models: Models, places: readonly WalkedPlace[]): Promise<readonly Found[]> {
  const byKind = groupBy(places, ({ kind }) => kind);
  const read = [...byKind].map(async ([kind, of]) => {
    const ids = of.map(({ place: [, id] }) => id);
    const entries = await models.queue.reader.getMany<QueueEntry>(queueCollections[kind], ids);
    return entries.map((entry) => [`${kind} ${entry.id}`, entry] as const);
  });
  const entries = new Map((await Promise.all(read)).flat());
  return places.flatMap(({ kind, place: [, id] }): readonly Found[] => {
    const entry = entries.get(`${kind} ${id}`);
    return entry?.state === 'waiting' ? [{ kind, entry }] : [];
  });
}

/** Returns the kept walk of that name while nothing has changed, otherwise makes a new one. */
export type KeptWalks = (name: string, make: () => Promise<Walked>) => Promise<Walked>;

/** Places kept for all walks together, about 20 MB. */
const placesMost = 100_000;

/** Keeps walks, so that the pages of a filtered list share one, and so do moderators who read the same list. */
export function createKeptWalks({ queue, places, people }: Models): KeptWalks {
  const kept = new LRUCache<string, { readonly stamps: string; readonly walked: Walked }>({
    maxSize: placesMost,
    sizeCalculation: ({ walked }) => walked.places.length + 1,
  });
  const stampsNow = () => [queue, places, people].map(({ stamp }) => stamp);
  return async (name, make) => {
    const before = stampsNow();
    const stamps = before.join();
    const known = kept.get(name);
    if (known?.stamps === stamps) return known.walked;
    const walked = await make();
    // A change during the walk may be in only a part of the result, so the result is not kept then.
    const isFresh = before.every((stamp) => stamp % 2 === 0) && stampsNow().join() === stamps;
    if (isFresh) kept.set(name, { stamps, walked });
    return walked;
  };
}
