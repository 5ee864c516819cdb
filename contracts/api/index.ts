import { accountCalls } from './account.ts';
import { otherCalls } from './other.ts';
import { activityCalls } from './activity.ts';
import { batchCalls } from './batches.ts';
import { cityCalls } from './city.ts';
import { decisionCalls } from './decisions.ts';
import { locationCalls } from './location.ts';
import { moderationCalls } from './moderation.ts';
import { peopleCalls } from './people.ts';
import { photoCalls } from './photo.ts';
import { reportCalls } from './reports.ts';
import { pictureCalls } from './picture.ts';
import { queueCalls } from './queue.ts';
import { sampleCalls } from './sample.ts';

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
