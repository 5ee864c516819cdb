import * as z from 'zod/mini';

import { cityFields } from './fields.ts';
import { changesData, submissionData } from '../shared/entity-fields.ts';
import { event, reapplies, reverts, review, undoes } from '../shared/event-metadata.ts';

export const CityChanges = z.object(changesData(cityFields));
export type CityChanges = z.infer<typeof CityChanges>;

const city = { cityId: z.string() };

export const CityEvent = z.discriminatedUnion('type', [
  event('city-submitted.v1', { ...city, ...submissionData(cityFields) }),
  event('city-approved.v1', { ...city, review, reapplies }),
  /** `duplicateOf`: the id of the city that it duplicates. */
  event('city-rejected.v1', { ...city, reason: z.nullable(z.string()), duplicateOf: z.optional(z.string()) }),
  event('city-edited.v1', { ...city, changes: CityChanges, review, reverts, reapplies }),
  /** The submitter sends in a declined city again, changed or not: `changes` may be empty. */
  event('city-resubmitted.v1', { ...city, changes: CityChanges }),
  event('city-reopened.v1', { ...city, undoes, reverts }),
  event('city-withdrawn.v1', city),
  event('city-deleted.v1', city),
  event('city-restored.v1', { ...city, undoes }),
]);
export type CityEvent = z.infer<typeof CityEvent>;

export type CityStatusEvent = Exclude<CityEvent, { readonly type: 'city-submitted.v1' | 'city-edited.v1' }>;
