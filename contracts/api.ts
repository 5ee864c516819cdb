import { accountCalls } from './account/api.ts';
import { aboutCalls } from './shared/about.ts';
import { activityCalls, batchCalls, queueCalls } from './moderation/queue-api.ts';
import { cityCalls, sampleCalls } from './city/api.ts';
import { decisionCalls, moderationCalls } from './moderation/api.ts';
import { momentCalls } from './moderation/moments.ts';
import { listCalls } from './list/api.ts';
import { locationCalls } from './location/api.ts';
import { peopleCalls } from './account/people-api.ts';
import { photoCalls, pictureCalls } from './photo/api.ts';
import { teamCalls } from './moderation/team-api.ts';
import { proofCalls } from './moderation/proof.ts';
import { reportCalls } from './report/api.ts';

/** Every call of the API, by name. */
export const operations = {
  ...cityCalls,
  ...locationCalls,
  ...photoCalls,
  ...pictureCalls,
  ...moderationCalls,
  ...momentCalls,
  ...batchCalls,
  ...activityCalls,
  ...peopleCalls,
  ...decisionCalls,
  ...listCalls,
  ...reportCalls,
  ...proofCalls,
  ...queueCalls,
  ...teamCalls,
  ...sampleCalls,
  ...accountCalls,
  ...aboutCalls,
} as const;
export type OperationName = keyof typeof operations;
