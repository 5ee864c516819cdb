import * as z from 'zod/mini';

import { oneOf, text, uuid } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { operation } from '../shared/operation.ts';
import { fieldTexts } from '../shared/texts.ts';
import { queueItemParams } from './queue-api.ts';
import { QueueDetail } from './views.ts';
import { notable } from './words.ts';

/** The texts for the keys 1 to 9, in the same order for everybody. */
export const Reasons = z.object({
  reasons: z
    .array(text('Reason', { most: limits.reason }), { error: fieldTexts.required('Reasons') })
    .check(z.maxLength(limits.reasons, { error: fieldTexts.reasonCount(limits.reasons) })),
});
export type Reasons = z.infer<typeof Reasons>;

const noteText = text('Note', { most: limits.note, lines: true });

const entity = { entityType: oneOf('Entity type', notable), entityId: uuid('Entity id') };

export const CreateNote = z.object({ ...entity, text: noteText });
export type CreateNote = z.infer<typeof CreateNote>;

/** A moderator's note, which only moderators see. */
export const Note = z.object({
  id: z.uuid(),
  text: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
});
export type Note = z.infer<typeof Note>;

/** `note`: a note for the colleagues about the item's subject. */
export const AskSecondOpinion = z.object({ note: noteText });
export type AskSecondOpinion = z.infer<typeof AskSecondOpinion>;

export const teamCalls = {
  askSecondOpinion: operation('moderator', 'POST', '/api/admin/queue/{kind}/{id}/second-opinion', {
    summary: 'Flag an item for a colleague until it is decided, with a note for them',
    params: queueItemParams,
    body: AskSecondOpinion,
    responses: { 200: QueueDetail },
    refusals: ['not-found', 'already-decided', 'too-many-notes', 'not-caught-up', 'conflict'],
  }),
  getReasons: operation('moderator', 'GET', '/api/admin/reasons', {
    summary: 'The reasons for declining under the keys 1 to 9, the same for everybody',
    responses: { 200: Reasons },
  }),
  setReasons: operation('admin', 'PUT', '/api/admin/reasons', {
    summary: 'Set all reasons for declining, at most 9',
    body: Reasons,
    responses: { 200: Reasons },
  }),
  listNotes: operation('moderator', 'GET', '/api/admin/notes', {
    summary: 'What moderators noted about something, oldest first; nobody reads notes about themselves',
    query: z.object(entity),
    responses: { 200: z.array(Note) },
  }),
  createNote: operation('moderator', 'POST', '/api/admin/notes', {
    summary: 'Note something that only moderators see',
    body: CreateNote,
    responses: { 201: Note },
    refusals: [
      'city-not-found',
      'location-not-found',
      'photo-not-found',
      'person-not-found',
      'too-many-notes',
    ],
  }),
};
