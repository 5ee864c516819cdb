import * as z from 'zod/mini';

import { editInput, namesOf } from '../shared/entity-fields.ts';
import { oneOf, optionalText, requiredText, seenRevision, uuid } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { locationFields } from '../location/fields.ts';
import { fieldTexts } from '../shared/texts.ts';
import { uuidPattern } from '../shared/uuid.ts';
import { queueKinds } from './queue-words.ts';
import { reportable } from '../report/words.ts';

/** A UUID or, for a report, the type and UUID of what was reported. */
const itemId = z.pipe(
  requiredText('Id').check(
    z.regex(new RegExp(`^(?:(?:city|location|photo)-)?${uuidPattern}$`, 'i'), fieldTexts.itemId),
  ),
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
  reason: z.optional(optionalText('Reason', { most: limits.reason, lines: true })),
  /** For a rejected location: the one that it duplicates. */
  duplicateOf: z.optional(z.nullable(uuid('duplicateOf'))),
  /** For an approved edit: the fields to apply, all of them if left out. */
  fields: z.optional(z.array(oneOf('Fields', namesOf(locationFields))).check(z.maxLength(20))),
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

/** Each item must be named once: two decisions on one thing would depend on their order. */
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
