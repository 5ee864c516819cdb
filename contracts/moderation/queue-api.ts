import * as z from 'zod/mini';

import { oneOf, uuid } from '../shared/fields.ts';
import { pageFields, searchText } from '../shared/queries.ts';
import { Desk, QueueGroup, QueueItem, QueueDetail, Activity, BatchResult } from './views.ts';
import { signalKeyPattern } from './signals.ts';
import { queueFlags, queueKinds } from './words.ts';
import { csv, operation, ndjson } from '../shared/operation.ts';
import { Decisions, itemId } from './commands.ts';
import { fieldTexts } from '../shared/texts.ts';

const kind = oneOf('kind', queueKinds);
/** One kind, or several by giving the parameter several times. */
const kinds = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? [value] : value)),
  z
    .array(kind, { error: `kind must be one of ${queueKinds.join(', ')}` })
    .check(z.maxLength(queueKinds.length)),
);

export const queueItemParams = z.object({ kind, id: itemId });

export const QueueQuery = z.object({
  ...pageFields,
  search: searchText,
  kind: z.optional(kinds),
  city: z.optional(uuid('city')),
  submitter: z.optional(uuid('submitter')),
  flag: z.optional(oneOf('flag', queueFlags)),
  signal: z.optional(
    z.string({ error: fieldTexts.signal }).check(z.regex(signalKeyPattern, fieldTexts.signal)),
  ),
  sort: z.optional(oneOf('sort', ['oldest', 'newest'])),
});

export const queueCalls = {
  listQueue: operation('moderator', 'GET', '/api/admin/queue', {
    summary: 'The items that wait for review, with an exact count',
    query: QueueQuery,
    responses: { 200: z.array(QueueItem) },
  }),
  listQueueGroups: operation('moderator', 'GET', '/api/admin/queue/groups', {
    summary:
      'Groups of three or more waiting items that have something in common, largest first, at most 100',
    responses: { 200: z.array(QueueGroup) },
  }),
  getQueueDetail: operation('moderator', 'GET', '/api/admin/queue/{kind}/{id}', {
    summary: 'Everything that helps a moderator to decide on one item',
    params: queueItemParams,
    responses: { 200: QueueDetail },
    refusals: ['not-found'],
  }),
  getDesk: operation('moderator', 'GET', '/api/admin/desk', {
    summary: 'How it is going: what waits, what was decided today, and how long things waited',
    responses: { 200: Desk },
  }),
};

/** A filter by one of the API's own words. An unknown word is accepted and finds nothing. */
const word = (label: string) =>
  z.optional(
    z.string({ error: fieldTexts.word(label) }).check(z.regex(/^[a-z][a-z-]{0,59}$/, fieldTexts.word(label))),
  );

/** A time with its zone, or a day of UTC, as milliseconds since 1970. */
const time = (label: string) =>
  z.optional(
    z.pipe(
      z
        .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: fieldTexts.time(label) })
        .check(z.refine((value) => !Number.isNaN(Date.parse(value)), { error: fieldTexts.time(label) })),
      z.transform((value: string) => Date.parse(value)),
    ),
  );

/** `from` is inclusive, `to` exclusive. */
export const ActivityQuery = z.object({
  ...pageFields,
  actor: z.optional(z.union([z.literal('system'), uuid('actor')], { error: fieldTexts.uuid('actor') })),
  entityType: word('entityType'),
  entityId: z.optional(uuid('entityId')),
  type: word('type'),
  from: time('from'),
  to: time('to'),
  /** For links, which cannot request a media type. */
  format: z.optional(oneOf('format', ['json', 'ndjson', 'csv'])),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

export const activityCalls = {
  listActivity: operation('moderator', 'GET', '/api/admin/activity', {
    summary: `Who did what, newest first; the administrator gets all of it as ${ndjson} or ${csv}, by Accept or \`format\``,
    query: ActivityQuery,
    responses: { 200: z.array(Activity) },
    line: Activity,
  }),
};

export const batchCalls = {
  decide: operation('moderator', 'POST', '/api/admin/decisions', {
    summary:
      'Decide up to 100 items, each on its own, at the revision that was seen; calls with one batchId are one batch',
    body: Decisions,
    responses: { 200: BatchResult },
    refusals: ['batch-closed'],
  }),
  undoBatch: operation('moderator', 'POST', '/api/admin/batches/{batchId}/undo', {
    summary:
      'Take back all that a batch, or a single decision, of the last 30 days did; an undo cannot be undone',
    params: z.object({ batchId: uuid('Batch id') }),
    responses: { 200: BatchResult },
    refusals: ['batch-not-found', 'undo-is-final', 'not-caught-up'],
  }),
};
