import * as z from 'zod/mini';

import { reportStatuses } from './words.ts';

export const Report = z.object({ id: z.uuid(), status: z.enum(reportStatuses) });
export type Report = z.infer<typeof Report>;
