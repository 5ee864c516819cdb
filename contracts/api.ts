import { accountCalls } from './account/account-api.ts';
import { otherCalls } from './other-api.ts';
import { activityCalls } from './moderation/activity-api.ts';
import { batchCalls } from './moderation/batches-api.ts';
import { cityCalls } from './city/api.ts';
import { decisionCalls } from './moderation/decisions-api.ts';
import { locationCalls } from './location/api.ts';
import { moderationCalls } from './moderation/api.ts';
import { peopleCalls } from './account/people-api.ts';
import { photoCalls } from './photo/api.ts';
import { reportCalls } from './report/api.ts';
import { pictureCalls } from './photo/picture-api.ts';
import { queueCalls } from './moderation/queue-api.ts';
import { sampleCalls } from './city/sample-api.ts';

/** Every call of the API, by name. */
export const operations = {
  ...cityCalls,
  ...locationCalls,
  ...photoCalls,
  ...pictureCalls,
  ...moderationCalls,
  ...batchCalls,
  ...activityCalls,
  ...peopleCalls,
  ...decisionCalls,
  ...reportCalls,
  ...queueCalls,
  ...sampleCalls,
  ...accountCalls,
  ...otherCalls,
} as const;
export type OperationName = keyof typeof operations;
