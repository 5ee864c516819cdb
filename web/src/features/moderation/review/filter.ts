import type { QueueItem } from '#contracts/moderation/views';
import { signalKeyPattern } from '#contracts/moderation/signals';
import { queueFlags, queueKinds, type QueueFlag, type QueueKind } from '#contracts/moderation/words';
import { normaliseText } from '#contracts/shared/normalise';
import { isUuid } from '#contracts/shared/uuid';

import type { Sort } from '../desk/rows.ts';

/** Which items of the queue are shown, and in which order. Empty `kinds` means all. */
export interface QueueFilter {
  readonly kinds: readonly QueueKind[];
  /** Ids. */
  readonly city: string | null;
  readonly submitter: string | null;
  readonly flag: QueueFlag | null;
  /** The key of a signal. */
  readonly signal: string | null;
  readonly search: string;
  readonly sort: Sort;
}

export const everything: QueueFilter = {
  kinds: [],
  city: null,
  submitter: null,
  flag: null,
  signal: null,
  search: '',
  sort: 'oldest',
};

/** Whether the filter admits only photos, which are then shown as a grid. */
export const isOfPhotos = ({ kinds }: QueueFilter): boolean => kinds.length === 1 && kinds[0] === 'photo';

const idIn = (params: URLSearchParams, name: string): string | null => {
  const value = params.get(name);
  return value !== null && isUuid(value) ? value : null;
};

const signalIn = (key: string | null): string | null =>
  key !== null && signalKeyPattern.test(key) ? key : null;

/** Reads the filter from a page's address; ignores invalid values. */
export function filterFrom(params: URLSearchParams): QueueFilter {
  const kinds = new Set(params.getAll('kind'));
  return {
    kinds: queueKinds.filter((kind) => kinds.has(kind)),
    city: idIn(params, 'city'),
    submitter: idIn(params, 'submitter'),
    flag: queueFlags.find((flag) => flag === params.get('flag')) ?? null,
    signal: signalIn(params.get('signal')),
    search: (params.get('search') ?? '').slice(0, 100),
    sort: params.get('sort') === 'newest' ? 'newest' : 'oldest',
  };
}

/** The filter as query parameters. The desk's address and the server use the same ones. */
export function paramsOf({
  kinds,
  city,
  submitter,
  flag,
  signal,
  search,
  sort,
}: QueueFilter): URLSearchParams {
  const params = new URLSearchParams(kinds.map((kind) => ['kind', kind]));
  for (const [name, value] of Object.entries({ city, submitter, flag, signal, search: search.trim() }))
    if (value !== null && value !== '') params.set(name, value);
  if (sort === 'newest') params.set('sort', sort);
  return params;
}

/** An item's name in the desk's address. */
export const nameInAddress = ({ kind, id }: Pick<QueueItem, 'kind' | 'id'>): string => `${kind}:${id}`;

/** The query string of the desk's address. `item`: the name of the open item, or null. */
export function addressOf(filter: QueueFilter, item: string | null): string {
  const params = paramsOf(filter);
  if (item !== null) params.set('item', item);
  return params.toString().replaceAll('%3A', ':');
}

/** The server's path for the first `limit` items. */
export function queuePath(filter: QueueFilter, limit: number): string {
  const params = paramsOf(filter);
  params.set('limit', String(limit));
  return `/api/admin/queue?${params.toString()}`;
}

/** Whether an item matches the filter, by the same rules as on the server. */
export function isWanted(filter: QueueFilter, item: QueueItem): boolean {
  const { kinds, city, submitter, flag, signal, search } = filter;
  const text = normaliseText(search.trim());
  return (
    (kinds.length === 0 || kinds.includes(item.kind)) &&
    (city === null || item.cityId === city) &&
    (submitter === null || item.submitter?.id === submitter) &&
    (flag === null || item.flags.includes(flag)) &&
    (signal === null || item.signals.some(({ key }) => key === signal)) &&
    (text === '' || normaliseText([item.name, item.cityName, item.summary].join('\n')).includes(text))
  );
}
