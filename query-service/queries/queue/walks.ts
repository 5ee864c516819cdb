import { LRUCache } from 'lru-cache';

import { queueCollections, type QueueEntry } from '#contracts/read-models-queue';
import type { QueueKind } from '#contracts/vocabulary';

import type { Models } from '../../models.ts';
import { groupBy } from '../../query-context.ts';
import type { Task } from '../../scheduler.ts';
import { findKind, inOrder, placeOf, type Asked, type Found, type QueuePlace } from './entries.ts';

/** One thing that passed, and where it stands. */
export interface WalkedPlace {
  readonly kind: QueueKind;
  readonly place: QueuePlace;
}

/** All that passed, in order. */
export interface Walked {
  readonly places: readonly WalkedPlace[];
  readonly total: string;
}

const walkPage = 500;
/** Things that one question looks at, at most; where there are more, its count says that it does not know. */
const lookedAt = 50_000;

/** Looks at everything of these kinds that waits, kind by kind, since only so is it known how many pass. */
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

/** The first `limit` that still wait at some places, in their order. */
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

/** The walk of that name: an earlier one for as long as nothing has changed, else a new one. */
export type KeptWalks = (name: string, make: () => Promise<Walked>) => Promise<Walked>;

/** Places that are kept, of all walks together: some 20 MB. */
const placesMost = 100_000;

/** Pages of one filtered list share its walk, as do moderators who look at the same one. */
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
    // What changed while it was made may be in one part of it alone.
    const isFresh = before.every((stamp) => stamp % 2 === 0) && stampsNow().join() === stamps;
    if (isFresh) kept.set(name, { stamps, walked });
    return walked;
  };
}
