import type { BatchLookups } from './batch.ts';
import type { EventLookups } from './change.ts';
import type { CityLookups } from './city.ts';

/** A reading side that knows nothing. */
export const noLookups: EventLookups & BatchLookups & CityLookups = {
  revisionOf: () => Promise.resolve(undefined),
  decisionsOf: () => Promise.resolve([]),
  batchOf: () => Promise.resolve(undefined),
  placesOfOthers: () => Promise.resolve(0),
};
