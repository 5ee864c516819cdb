import type { BatchLookups } from '../moderation/batch.ts';
import type { EventLookups } from '../moderation/change-commands.ts';
import type { CityLookups } from '../city/commands.ts';

/** A reading side that knows nothing. */
export const noLookups: EventLookups & BatchLookups & CityLookups = {
  revisionOf: () => Promise.resolve(undefined),
  decisionsOf: () => Promise.resolve([]),
  batchOf: () => Promise.resolve(undefined),
  placesOfOthers: () => Promise.resolve(0),
};
