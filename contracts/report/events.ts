import * as z from 'zod/mini';

import { event } from '../shared/event-metadata.ts';
import { reportable } from './words.ts';

/** What was reported; all reports on one thing are one stream. */
const reported = { entityType: z.enum(reportable), entityId: z.string() };

export const ReportEvent = z.discriminatedUnion('type', [
  /** The actor reports it. The record store holds their note, since it may name people. */
  event('content-reported.v1', { ...reported, reportId: z.string(), reason: z.string() }),
  /** All reports that are open at this moment are closed. */
  event('reports-upheld.v1', reported),
  event('reports-dismissed.v1', reported),
  /** The reports that the latest decision closed are open again. */
  event('reports-reopened.v1', reported),
]);
export type ReportEvent = z.infer<typeof ReportEvent>;
