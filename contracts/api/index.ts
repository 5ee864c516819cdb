import { accountCalls, otherCalls } from './account.ts';
import { cityCalls } from './city.ts';
import { locationCalls } from './location.ts';
import { moderationCalls } from './moderation.ts';
import { photoCalls } from './photo.ts';

export { routePath, type Access, type Method, type Operation } from './operation.ts';

/** Every call of the API, by name. */
export const operations = {
  ...cityCalls,
  ...locationCalls,
  ...photoCalls,
  ...moderationCalls,
  ...accountCalls,
  ...otherCalls,
} as const;
export type OperationName = keyof typeof operations;

/** Headers by which people read their own writes. */
export const positionHeaders = {
  event: 'X-Event-Position',
  minimum: 'X-Min-Position',
  total: 'X-Total-Count',
} as const;
export const idempotencyHeader = 'Idempotency-Key';
