import { limits } from '#contracts/shared/limits';
import type { Person } from '#contracts/shared/person';
import { statuses } from '#contracts/shared/statuses';
import type { Filter, ReadModelReader } from '#platform/read-store/index';
import type { CityDocument, EditDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { ReportDocument } from '#contracts/report/read-models';

import type { QueryResponse } from '#platform/queries/query-response';
import {
  decodeCursor,
  encodeCursor,
  textAndId,
  countTo,
  cutPage,
  totalText,
  type PageInput,
} from '#platform/queries/paging';
import { notIn } from '../shared/closed-cities.ts';
import type { QueryContext } from '../query-context.ts';
import { goneEditsOf, goneMergedOf } from '../shared/gone-places.ts';
import { submissionViews, type Sent } from './submission-views.ts';

/**
 * A person's own cities, locations, edits, photos and reports, newest first: six lists in the same order, merged. Items
 * that were deleted with their place or city are left out.
 */
export async function listSubmissions(
  context: QueryContext,
  query: PageInput,
  person: Person,
): Promise<QueryResponse> {
  const { userId } = person;
  const { places, reports } = context.models;
  const { limit = limits.pageDefault } = query;
  const after = decodeCursor('submissions', textAndId, query.cursor);
  const [goneEdits, goneMerged] = await Promise.all([
    goneEditsOf(places.reader, userId),
    goneMergedOf(places.reader, userId),
  ]);
  const gone = new Set([...goneEdits, ...goneMerged]);
  const filters = filtersOf(userId, notIn(context.models.closed.withStatus('deleted')));
  const newest = <D extends Dated>(
    name: keyof typeof filters,
    { reader = places.reader, more = 0 }: { readonly reader?: ReadModelReader; readonly more?: number } = {},
  ) =>
    reader.find<D>(collectionOf(name), {
      filter: filters[name],
      sort: [['createdAt', -1]],
      limit: limit + 1 + more,
      ...(after === undefined ? {} : { after }),
    });
  const [cities, locations, merged, edits, photos, made, ...counts] = await Promise.all([
    newest<CityDocument>('cities'),
    newest<LocationDocument>('locations'),
    newest<LocationDocument>('merged', { more: goneMerged.size }),
    newest<EditDocument>('edits', { more: goneEdits.size }),
    newest<PhotoDocument>('photos'),
    newest<ReportDocument>('reports', { reader: reports.reader }),
    ...Object.entries(filters).map(([name, filter]) =>
      (name === 'reports' ? reports : places).reader.count(collectionOf(name), filter, countTo + gone.size),
    ),
  ]);
  const sent: Sent[] = [
    ...cities.map((document) => ({ type: 'city', document }) as const),
    ...[...locations, ...merged].map((document) => ({ type: 'location', document }) as const),
    ...edits.map((document) => ({ type: 'edit', document }) as const),
    ...photos.map((document) => ({ type: 'photo', document }) as const),
    ...made.map((document) => ({ type: 'report', document }) as const),
  ].filter(({ document }) => !gone.has(document.id));
  sent.sort((one, other) => compare(one.document, other.document));
  const page = cutPage(sent, limit, ({ document }) =>
    encodeCursor('submissions', [document.createdAt, document.id]),
  );
  return {
    body: await submissionViews(context, places.reader, page.items, person),
    next: page.next,
    total: totalText(counts.reduce((sum, count) => sum + count, -gone.size)),
    tags: [],
  };
}

interface Dated {
  readonly id: string;
  readonly createdAt: string;
}

const kept = { in: statuses.filter((each) => each !== 'deleted') };

/** A person's submissions are read from their own collection, and merged places from that of all places. */
const collectionOf = (name: string): string => (name === 'merged' ? 'locations' : name);

/** Filters for items that are not deleted, by themselves or with their place. What `gone-places` names still passes. */
const filtersOf = (userId: string, inKeptCity: Filter) =>
  ({
    cities: { submittedBy: userId, status: kept },
    locations: { submittedBy: userId, status: kept, ...inKeptCity },
    merged: { mergedOf: userId },
    edits: { userId, status: kept },
    photos: { uploadedBy: userId, listed: true, placeDeleted: false, ...inKeptCity },
    reports: { userId },
  }) as const satisfies Record<string, Filter>;

const compare = (one: Dated, other: Dated): number => {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
};
