import * as z from 'zod/mini';

import { limits } from '#contracts/limits';
import type { Submission } from '#contracts/views/other';
import { statuses } from '#contracts/vocabulary';
import type { Filter, ReadModelReader } from '#projections/read-store/index';
import type { CityDocument, EditDocument, LocationDocument } from '#projections/read-store/index';

import type { Answer } from '../answer.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { countTo, cutPage, totalText, type PageInput } from '../paging.ts';
import { byId, distinct, type Reads } from '../reads.ts';

const timeAndId = z.tuple([z.string(), z.string()]);
type Place = z.output<typeof timeAndId>;

type Sent =
  | { readonly type: 'city'; readonly document: CityDocument }
  | { readonly type: 'location'; readonly document: LocationDocument }
  | { readonly type: 'edit'; readonly document: EditDocument };

/** One's own cities, locations and edits, newest first: three lists in the same order, merged. */
export async function listSubmissions(reads: Reads, query: PageInput, userId: string): Promise<Answer> {
  const { reader } = reads.models.places;
  const { limit = limits.pageDefault } = query;
  const after = decodeCursor('submissions', timeAndId, query.cursor);
  const [cities, locations, edits, total] = await Promise.all([
    newest<CityDocument>(reader, 'cities', { submittedBy: userId }, limit + 1, after),
    newest<LocationDocument>(reader, 'locations', { submittedBy: userId }, limit + 1, after),
    newest<EditDocument>(reader, 'edits', { userId }, limit + 1, after),
    countAll(reader, userId),
  ]);
  const sent: Sent[] = [
    ...cities.map((document) => ({ type: 'city', document }) as const),
    ...locations.map((document) => ({ type: 'location', document }) as const),
    ...edits.map((document) => ({ type: 'edit', document }) as const),
  ];
  sent.sort((one, other) => compare(one.document, other.document));
  const page = cutPage(sent, limit, ({ document }) =>
    encodeCursor('submissions', [document.createdAt, document.id]),
  );
  return {
    body: await toSubmissions(reader, page.items),
    next: page.next,
    total: totalText(total),
    tags: [],
  };
}

interface Dated {
  readonly id: string;
  readonly createdAt: string;
  readonly status: string;
}

/** The newest that are not deleted; `after` where the last page ended. */
async function newest<D extends Dated>(
  reader: ReadModelReader,
  collection: string,
  filter: Filter,
  limit: number,
  after: Place | undefined,
): Promise<D[]> {
  const kept: D[] = [];
  for (let from = after; kept.length < limit;) {
    const found = await reader.find<D>(collection, {
      filter,
      sort: [['createdAt', -1]],
      limit,
      ...(from === undefined ? {} : { after: from }),
    });
    kept.push(...found.filter(({ status }) => status !== 'deleted'));
    const last = found.at(-1);
    if (last === undefined || found.length < limit) break;
    from = [last.createdAt, last.id];
  }
  return kept.slice(0, limit);
}

const compare = (one: Dated, other: Dated): number => {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
};

async function countAll(reader: ReadModelReader, userId: string): Promise<number> {
  const status = { in: statuses.filter((each) => each !== 'deleted') };
  const counts = await Promise.all([
    reader.count('cities', { submittedBy: userId, status }, countTo),
    reader.count('locations', { submittedBy: userId, status }, countTo),
    reader.count('edits', { userId, status }, countTo),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

async function toSubmissions(reader: ReadModelReader, sent: readonly Sent[]): Promise<Submission[]> {
  const edited = sent.flatMap(({ type, document }) => (type === 'edit' ? [document.locationId] : []));
  const locations = byId(await reader.getMany<LocationDocument>('locations', distinct(edited)));
  return sent.map(({ type, document }): Submission => {
    const { status, reason, createdAt } = document;
    const common = { status, reason, createdAt };
    if (type === 'edit') {
      const { id: editId, locationId: entityId, reviewedAt: decidedAt } = document;
      const name = locations.get(entityId)?.name ?? '';
      return { entityType: type, entityId, editId, name, ...common, decidedAt };
    }
    const { id: entityId, name, decidedAt } = document;
    return { entityType: type, entityId, editId: null, name, ...common, decidedAt };
  });
}
