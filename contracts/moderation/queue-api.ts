import * as z from 'zod/mini';

import { oneOf, requiredText, uuid } from '../shared/fields.ts';
import { pageFields, searchText } from '../shared/queries.ts';
import { Desk, QueueItem, QueueStory } from './queue-views.ts';
import { queueFlags, queueKinds } from './queue-words.ts';
import { operation } from '../shared/operation.ts';

const kind = oneOf('kind', queueKinds);
/** One kind, or several by giving the parameter several times. */
const kinds = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? [value] : value)),
  z
    .array(kind, { error: `kind must be one of ${queueKinds.join(', ')}` })
    .check(z.maxLength(queueKinds.length)),
);

export const QueueQuery = z.object({
  ...pageFields,
  search: searchText,
  kind: z.optional(kinds),
  city: z.optional(uuid('city')),
  submitter: z.optional(uuid('submitter')),
  flag: z.optional(oneOf('flag', queueFlags)),
  sort: z.optional(oneOf('sort', ['oldest', 'newest'])),
});

export const queueCalls = {
  listQueue: operation({
    method: 'GET',
    path: '/api/admin/queue',
    summary: 'Everything that somebody should look at; the count is exact',
    access: 'moderator',
    query: QueueQuery,
    answers: { 200: z.array(QueueItem) },
    refusals: [],
  }),
  getQueueStory: operation({
    method: 'GET',
    path: '/api/admin/queue/{kind}/{id}',
    summary: 'All that there is to know of one item before deciding',
    access: 'moderator',
    params: z.object({ kind, id: requiredText('Id').check(z.maxLength(60)) }),
    answers: { 200: QueueStory },
    refusals: ['not-found'],
  }),
  getDesk: operation({
    method: 'GET',
    path: '/api/admin/desk',
    summary: 'How it is going: what waits, what was decided today, and how long things waited',
    access: 'moderator',
    answers: { 200: Desk },
    refusals: [],
  }),
};
