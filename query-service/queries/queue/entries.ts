import type { QueueEntry, QueueTotals } from '#contracts/read-models-queue';
import type { FieldValue, Filter } from '#stores/read-store/index';
import { queueCollections } from '#contracts/read-models-queue';
import { queueKinds, type QueueKind } from '#contracts/vocabulary';

import { notOf } from '../../hidden-cities.ts';
import type { Models } from '../../models.ts';

/** What is asked of the queue, as far as its indexes answer it. */
export interface Asked {
  readonly kinds: readonly QueueKind[];
  readonly city: string | undefined;
  readonly submitter: string | undefined;
  readonly sort: 'oldest' | 'newest';
}

/** One thing that waits. */
export interface Found {
  readonly kind: QueueKind;
  readonly entry: QueueEntry;
}

/** A place in the list. */
export type QueuePlace = readonly [submittedAt: string, id: string];
export const placeOf = ({ entry }: Found): QueuePlace => [entry.submittedAt, entry.id];

/** What a city that hides what is in it does not hide: itself, and reports, which wait for an answer all the same. */
const neverHidden: ReadonlySet<QueueKind> = new Set(['city', 'report']);

/** Undefined where nothing of the kind can be in the answer. */
function filterOf(models: Models, kind: QueueKind, { city, submitter }: Asked): Filter | undefined {
  const hidden = neverHidden.has(kind) ? [] : models.hiddenFromQueue.fromAll;
  if (city !== undefined && hidden.includes(city)) return undefined;
  return {
    state: 'waiting',
    ...(city === undefined ? notOf(hidden) : { cityId: city }),
    ...(submitter === undefined ? {} : { submittedBy: submitter }),
  };
}

/** Of one kind, at most `limit` beyond a place, in order. */
export async function findKind(
  models: Models,
  kind: QueueKind,
  asked: Asked,
  { limit, after }: { readonly limit: number; readonly after: QueuePlace | undefined },
): Promise<Found[]> {
  const filter = filterOf(models, kind, asked);
  if (filter === undefined) return [];
  const cursor: readonly FieldValue[] | undefined = after;
  const entries = await models.queue.reader.find<QueueEntry>(queueCollections[kind], {
    filter,
    sort: [['submittedAt', asked.sort === 'newest' ? -1 : 1]],
    limit,
    ...(cursor && { after: cursor }),
  });
  return entries.map((entry) => ({ kind, entry }));
}

/** Of all the kinds asked for, merged. */
export async function findAll(
  models: Models,
  asked: Asked,
  page: { readonly limit: number; readonly after: QueuePlace | undefined },
): Promise<Found[]> {
  const found = await Promise.all(asked.kinds.map((kind) => findKind(models, kind, asked, page)));
  const order = inOrder(asked);
  const all = found.flat().sort((one, other) => order(placeOf(one), placeOf(other)));
  return all.slice(0, page.limit);
}

/** By time, then by id, as the index has it. */
export function inOrder({ sort }: Pick<Asked, 'sort'>): (one: QueuePlace, other: QueuePlace) => number {
  const direction = sort === 'newest' ? -1 : 1;
  return ([oneAt, oneId], [otherAt, otherId]) => {
    if (oneAt !== otherAt) return oneAt < otherAt ? -direction : direction;
    if (oneId === otherId) return 0;
    return oneId < otherId ? -1 : 1;
  };
}

/** How many there are: without a city or a person from a number that is kept, else from an index. */
export async function countAll(models: Models, asked: Asked): Promise<number> {
  const { reader } = models.queue;
  if (asked.city === undefined && asked.submitter === undefined) {
    const totals = await readTotals(models);
    return asked.kinds.reduce((sum, kind) => sum + totals[kind], 0);
  }
  const counts = asked.kinds.map(async (kind) => {
    const filter = filterOf(models, kind, asked);
    return filter === undefined ? 0 : await reader.count(queueCollections[kind], filter);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** How many of each kind wait. */
export async function readTotals({ queue }: Models): Promise<Readonly<Record<QueueKind, number>>> {
  return (await queue.reader.get<QueueTotals>('totals', 'all')) ?? none;
}

const none: Readonly<Record<QueueKind, number>> = {
  city: 0,
  location: 0,
  edit: 0,
  photo: 0,
  change: 0,
  report: 0,
};

export const everyKind: readonly QueueKind[] = queueKinds;
