import * as z from 'zod/mini';

import { cityFields } from './fields.ts';
import { changesData, submissionData } from '../shared/entity-fields.ts';
import { reapplies, reverts, review, undoes } from '../shared/event-metadata.ts';

export const CityChanges = z.object(changesData(cityFields));
export type CityChanges = z.infer<typeof CityChanges>;

const city = { cityId: z.string() };

const CitySubmitted = z.object({
  type: z.literal('city-submitted.v1'),
  data: z.object({ ...city, ...submissionData(cityFields) }),
});
const CityApproved = z.object({
  type: z.literal('city-approved.v1'),
  data: z.object({ ...city, review, reapplies }),
});
/** `duplicateOf`: the id of the city that it duplicates. */
const CityRejected = z.object({
  type: z.literal('city-rejected.v1'),
  data: z.object({ ...city, reason: z.nullable(z.string()), duplicateOf: z.optional(z.string()) }),
});
const CityEdited = z.object({
  type: z.literal('city-edited.v1'),
  data: z.object({ ...city, changes: CityChanges, review, reverts, reapplies }),
});
/** Its submitter sends in a declined city again, changed or not: `changes` may be empty. */
const CityResubmitted = z.object({
  type: z.literal('city-resubmitted.v1'),
  data: z.object({ ...city, changes: CityChanges }),
});
const CityReopened = z.object({
  type: z.literal('city-reopened.v1'),
  data: z.object({ ...city, undoes, reverts }),
});
const CityWithdrawn = z.object({ type: z.literal('city-withdrawn.v1'), data: z.object(city) });
const CityDeleted = z.object({ type: z.literal('city-deleted.v1'), data: z.object(city) });
const CityRestored = z.object({
  type: z.literal('city-restored.v1'),
  data: z.object({ ...city, undoes }),
});

export const CityEvent = z.discriminatedUnion('type', [
  CitySubmitted,
  CityApproved,
  CityRejected,
  CityEdited,
  CityResubmitted,
  CityReopened,
  CityWithdrawn,
  CityDeleted,
  CityRestored,
]);
export type CityEvent = z.infer<typeof CityEvent>;

/** Events that change a city's status. */
export type CityStatusEvent = Exclude<CityEvent, { readonly type: 'city-submitted.v1' | 'city-edited.v1' }>;
