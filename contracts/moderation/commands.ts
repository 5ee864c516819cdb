import * as z from 'zod/mini';

import { editInput, namesOf } from '../shared/entity-fields.ts';
import { optionalText, seenRevision, uuid, wholeNumber } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { locationFields } from '../location/fields.ts';

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

/**
 * `force`: apply the edit even if the values that it was made from have changed since. `fields`: the fields to apply,
 * all of them if left out; the others are declined. `values`: the moderator's corrections of the applied fields.
 */
export const ApproveEdit = z.object({
  force: z.optional(z.boolean({ error: 'Force must be true or false' })),
  fields: z.optional(
    z
      .array(z.enum(namesOf(locationFields), { error: 'fields must be names of fields' }), {
        error: 'fields must be a list',
      })
      .check(z.minLength(1, 'Please name at least one field'), z.maxLength(namesOf(locationFields).length)),
  ),
  values: z.optional(z.object(editInput(locationFields), { error: 'values must be an object' })),
  revision: seenRevision,
});
export type ApproveEdit = z.infer<typeof ApproveEdit>;

/** With a revision, the values of that revision are restored, too. */
export const Restore = z.object({ revision: z.optional(wholeNumber('Revision', 0, 1e9)) });
export type Restore = z.infer<typeof Restore>;
