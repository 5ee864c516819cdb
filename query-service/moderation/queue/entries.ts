import type { FieldValue, Filter } from '#platform/read-store/index';
import {
  kindsInCity,
  needlessIn,
  queueCollections,
  type QueueEntry,
  type QueueLocation,
  type QueueTotals,
} from '#contracts/moderation/read-models-queue';
import { kindOfSignal, signalFields, type SignalField } from '#contracts/moderation/signals';
import type { QueueKind } from '#contracts/moderation/words';

import { notOwn, withinCity, type ClosedCities } from '../../shared/closed-cities.ts';
import type { Models } from '../../models.ts';

/** The part of a queue query that the indexes can answer. */
export interface QueueSelection {
  readonly kinds: readonly QueueKind[];
  readonly city: string | undefined;
  readonly submitter: string | undefined;
  readonly sort: 'oldest' | 'newest';
  /** The key of a signal that the items have. */
  readonly signal?: string | undefined;
}

/** One waiting item. */
export interface QueuedItem {
  readonly kind: QueueKind;
  readonly entry: QueueEntry;
}

/** A position in the list. */
export type QueuePosition = readonly [submittedAt: string, id: string];
export const positionOf = ({ entry }: QueuedItem): QueuePosition => [entry.submittedAt, entry.id];

/** The filter for the waiting items of one kind that need a review. */
export function filterOf(
  { closedInQueue: closed }: Models,
  kind: QueueKind,
  selection: Pick<QueueSelection, 'city' | 'submitter'>,
): Filter {
  const { city, submitter } = selection;
  const inCity = kindsInCity.find((each) => each === kind);
  const left = inCity === undefined ? [] : closed.withStatus(...needlessIn[inCity]);
  return {
    state: 'waiting',
    ...withinCity(city, left),
    ...(kind === 'location' && notOwn(closed.withStatus('withdrawn'))),
    ...(submitter === undefined ? {} : { submittedBy: submitter }),
  };
}

/** Whether a waiting item needs no review, because its city is closed. Agrees with the filter. */
export function isNeedless(kind: QueueKind, entry: QueueEntry, closed: ClosedCities): boolean {
  const inCity = kindsInCity.find((each) => each === kind);
  const status = closed.statusOf(entry.cityId ?? '');
  if (inCity === undefined || status === undefined) return false;
  if (needlessIn[inCity].includes(status)) return true;
  // The cast: the collection of locations holds locations.
  return kind === 'location' && status === 'withdrawn' && (entry as QueueLocation).ownCityId !== null;
}

/** At most `limit` items of one kind after a position, in order. */
export async function findKind(
  models: Models,
  kind: QueueKind,
  selection: QueueSelection,
  { limit, after }: { readonly limit: number; readonly after: QueuePosition | undefined },
): Promise<QueuedItem[]> {
  const filter = filterOf(models, kind, selection);
  const { sort, signal } = selection;
  const cursor: readonly FieldValue[] | undefined = after;
  const found = await Promise.all(
    (signal === undefined ? [{}] : withSignal(kind, signal)).map((more) =>
      models.queue.reader.find<QueueEntry>(queueCollections[kind], {
        filter: { ...filter, ...more },
        sort: [['submittedAt', 1]],
        backwards: sort === 'newest',
        limit,
        ...(cursor && { after: cursor }),
      }),
    ),
  );
  const compare = inOrder(selection);
  const all = found.flat().map((entry) => ({ kind, entry }));
  return all.sort((one, other) => compare(positionOf(one), positionOf(other))).slice(0, limit);
}

/** Filters for the entries of that kind that have the key, one for each field that may hold it. */
const withSignal = (kind: QueueKind, signal: string): readonly Filter[] => {
  const of = kindOfSignal(signal);
  const fields = of === undefined ? [] : signalFields[of].filter((field) => hasField(kind, field));
  return fields.map((field) => ({ [field]: signal }));
};

/** Whether entries of that kind may have keys in that field. */
export function hasField(kind: QueueKind, field: SignalField): boolean {
  if (kind === 'report') return false;
  if (field === 'nearNameKey') return kind === 'location';
  return (field !== 'pictureKey' && field !== 'nearPictureKey') || kind === 'photo';
}

/** At most `limit` items of all requested kinds after a position, merged in order. */
export async function findAll(
  models: Models,
  selection: QueueSelection,
  page: { readonly limit: number; readonly after: QueuePosition | undefined },
): Promise<QueuedItem[]> {
  const found = await Promise.all(selection.kinds.map((kind) => findKind(models, kind, selection, page)));
  const order = inOrder(selection);
  const all = found.flat().sort((one, other) => order(positionOf(one), positionOf(other)));
  return all.slice(0, page.limit);
}

/** Compares by time, then by id, as the index does. */
export function inOrder({
  sort,
}: Pick<QueueSelection, 'sort'>): (one: QueuePosition, other: QueuePosition) => number {
  const direction = sort === 'newest' ? -1 : 1;
  return ([oneAt, oneId], [otherAt, otherId]) => {
    if (oneAt !== otherAt) return oneAt < otherAt ? -direction : direction;
    if (oneId === otherId) return 0;
    return oneId < otherId ? -direction : direction;
  };
}

/** The number of items: from the stored totals, or from an index if a city, person or signal is given. */
export async function countAll(models: Models, selection: QueueSelection): Promise<number> {
  const { city, submitter, signal } = selection;
  if (city === undefined && submitter === undefined && signal === undefined) {
    const totals = await readTotals(models);
    return selection.kinds.reduce((sum, kind) => sum + totals[kind], 0);
  }
  const counts = selection.kinds.flatMap((kind) =>
    (signal === undefined ? [{}] : withSignal(kind, signal)).map((more) =>
      models.queue.reader.count(queueCollections[kind], { ...filterOf(models, kind, selection), ...more }),
    ),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** The number of waiting items of each kind. */
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
