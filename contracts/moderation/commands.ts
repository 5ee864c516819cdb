import * as z from 'zod/mini';

import { editInput, namesOf } from '../shared/entity-fields.ts';
import { optionalText, seenRevision, uuid, wholeNumber, oneOf, requiredText } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { locationFields } from '../location/fields.ts';
import { fieldTexts } from '../shared/texts.ts';
import { uuidPattern } from '../shared/uuid.ts';
import { queueKinds } from './words.ts';
import { reportable } from '../report/words.ts';

const reason = z.optional(optionalText('Reason', { most: limits.reason, lines: true }));

export const Approve = z.object({ revision: seenRevision });
export type Approve = z.infer<typeof Approve>;

/** Why something was declined, for its submitter to read. */
export const Reject = z.object({ reason, revision: seenRevision });
export type Reject = z.infer<typeof Reject>;

/** `duplicateOf`: the id of the entity that it duplicates; the submitter gets a link to it. */
export const RejectEntity = z.object({
  reason,
  duplicateOf: z.optional(uuid('duplicateOf')),
  revision: seenRevision,
});
export type RejectEntity = z.infer<typeof RejectEntity>;

const fieldNames = z
  .array(z.enum(namesOf(locationFields), { error: 'fields must be names of fields' }), {
    error: 'fields must be a list',
  })
  .check(z.maxLength(namesOf(locationFields).length));

const namesOne = z.minLength(1, 'Please name at least one field');

/**
 * `force`: apply the edit even if the values that it was made from have changed since. `fields`: the fields to apply,
 * all of them if left out; the others are declined. `values`: the moderator's corrections of the applied fields.
 */
export const ApproveEdit = z.object({
  force: z.optional(z.boolean({ error: 'Force must be true or false' })),
  fields: z.optional(fieldNames.check(namesOne)),
  values: z.optional(z.object(editInput(locationFields), { error: 'values must be an object' })),
  revision: seenRevision,
});
export type ApproveEdit = z.infer<typeof ApproveEdit>;

/** `into`: the place that stays. `fields`: those whose values it takes. `photos`: whether the photos show with it. */
export const MergeLocation = z.object({
  into: uuid('into'),
  fields: z.optional(fieldNames),
  photos: z.optional(z.boolean({ error: 'photos must be true or false' })),
});
export type MergeLocation = z.infer<typeof MergeLocation>;

/** With a revision, the values of that revision are restored, too. */
export const Restore = z.object({ revision: z.optional(wholeNumber('Revision', 0, 1e9)) });
export type Restore = z.infer<typeof Restore>;

/** A UUID or, for a report, the type and UUID of what was reported. */
const itemIdPattern = `^(?:(?:city|location|photo)-)?${uuidPattern}$`;
export const itemId = z.pipe(
  requiredText('Id').check(z.regex(new RegExp(itemIdPattern, 'i'), fieldTexts.itemId)),
  z.transform((value) => value.toLowerCase()),
);

const item = z.object({
  kind: oneOf('Kind', queueKinds),
  id: itemId,
  /** What the item is about, as in the queue; for an edit, its location. */
  entityType: oneOf('Entity type', reportable),
  entityId: uuid('Entity id'),
  decision: oneOf('Decision', ['approve', 'reject']),
  /** The revision that was seen: if the item is another by now, the decision is refused. */
  revision: seenRevision,
  reason,
  /** For a rejected location: the one that it duplicates. */
  duplicateOf: z.optional(z.nullable(uuid('duplicateOf'))),
  /** For an approved edit: the fields to apply, all of them if left out. */
  fields: z.optional(z.array(oneOf('Fields', namesOf(locationFields))).check(namesOne, z.maxLength(20))),
  /** For an approved edit: values that the moderator corrected. */
  values: z.optional(z.object(editInput(locationFields))),
  /** For an approved edit: apply it even if the location has changed since it was made. */
  force: z.optional(z.boolean({ error: 'Force must be true or false' })),
});

/** One decision of a batch. */
export const DecisionItem = item.check(
  z.refine(isConsistent, { path: ['entityId'], error: fieldTexts.itemNames }),
);
export type DecisionItem = z.infer<typeof DecisionItem>;

/** Each item must be named once: two decisions on one item would depend on their order. */
const items = z.array(DecisionItem, { error: fieldTexts.required('Items') }).check(
  z.minLength(1, fieldTexts.itemCount(limits.batchItems)),
  z.maxLength(limits.batchItems, { error: fieldTexts.itemCount(limits.batchItems), abort: true }),
  z.refine((list) => new Set(list.map(keyOf)).size === list.length, { error: fieldTexts.itemTwice }),
);

/**
 * `batchId`: made by the client. Calls of one person within an hour with the same one are one batch, which is undone as
 * one.
 */
export const Decisions = z.object({ items, batchId: z.optional(uuid('batchId')) });
export type Decisions = z.infer<typeof Decisions>;

const keyOf = ({ kind, id }: z.infer<typeof item>): string => `${kind} ${id}`;

/** Whether the id and the entity name the same thing, if the kind requires that. */
function isConsistent({ kind, id, entityType, entityId }: z.infer<typeof item>): boolean {
  switch (kind) {
    case 'city':
    case 'location':
      return entityType === kind && entityId === id;
    case 'edit':
      return entityType === 'location' && isUuid(id);
    case 'photo':
      return isUuid(id);
    case 'change':
      return entityType !== 'photo' && isUuid(id);
    case 'report':
      return id === `${entityType}-${entityId}`;
  }
}

const isUuid = (id: string): boolean => id.length === 36;

/**
 * Sent by a moderator: the item that they have open, null for none. It is forgotten when the socket ends. Once or
 * twice a second is enough: a socket that keeps sending more than twenty a second is closed.
 */
export const Viewing = z.nullable(
  z.object({
    kind: z.enum(queueKinds),
    id: z.string().check(z.regex(new RegExp(itemIdPattern))),
  }),
);
export type Viewing = z.infer<typeof Viewing>;
