import * as z from 'zod/mini';

import { ActivityQuery } from '../shared/queries.ts';
import { Activity } from './queue-views.ts';
import { ndjson, operation } from '../shared/operation.ts';

export const activityCalls = {
  listActivity: operation({
    method: 'GET',
    path: '/api/admin/activity',
    summary: `Who did what, newest first; the administrator gets all of it as ${ndjson}`,
    access: 'moderator',
    query: ActivityQuery,
    answers: { 200: z.array(Activity) },
    line: Activity,
    refusals: [],
  }),
};
