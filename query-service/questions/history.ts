import * as z from 'zod/mini';

import { Refusal } from '#contracts/errors';
import type { HistoryDocument } from '#projections/read-store/index';

import type { Answer } from '../answer.ts';
import { readList, type ListOrder, type PageInput } from '../paging.ts';
import type { Reads } from '../reads.ts';
import { toHistoryEntry } from '../views/history.ts';
import { accountsOf } from './submitters.ts';

const positionAndId = z.tuple([z.number(), z.string()]);
const inOrder: ListOrder<HistoryDocument, typeof positionAndId> = {
  kind: 'history',
  values: positionAndId,
  sort: [['position', 1]],
  place: ({ position, id }) => [position, id],
};

const collections = { city: 'cities', location: 'locations' } as const;
const missing = { city: 'city-not-found', location: 'location-not-found' } as const;

/** What happened to a city or location of any status, from its beginning on. @throws Refusal `city-not-found`, `location-not-found` */
export async function entityHistory(
  reads: Reads,
  kind: 'city' | 'location',
  id: string,
  query: PageInput,
): Promise<Answer> {
  const { places, history } = reads.models;
  if ((await places.reader.get(collections[kind], id)) === undefined) throw new Refusal(missing[kind]);
  const filter = { entity: `${kind}:${id}` };
  const { items, ...page } = await readList(history.reader, 'entries', inOrder, { ...query, filter });
  const accounts = await accountsOf(
    reads,
    items.map(({ actor }) => actor),
  );
  return { ...page, body: items.map((entry) => toHistoryEntry(entry, accounts)), tags: [] };
}
