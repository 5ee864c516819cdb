import * as z from 'zod/mini';

import { reportable } from './words.ts';

/** What was reported; all reports on one thing are one stream. */
const reported = { entityType: z.enum(reportable), entityId: z.string() };

/** The actor reports it. The record store holds their note, since it may name people. */
const ContentReported = z.object({
  type: z.literal('content-reported.v1'),
  data: z.object({ ...reported, reportId: z.string(), reason: z.string() }),
});
/** All reports that are open at this moment are closed. */
const ReportsUpheld = z.object({ type: z.literal('reports-upheld.v1'), data: z.object(reported) });
const ReportsDismissed = z.object({
  type: z.literal('reports-dismissed.v1'),
  data: z.object(reported),
});
/** The reports that the latest decision closed are open again. */
const ReportsReopened = z.object({
  type: z.literal('reports-reopened.v1'),
  data: z.object(reported),
});

export const ReportEvent = z.discriminatedUnion('type', [
  ContentReported,
  ReportsUpheld,
  ReportsDismissed,
  ReportsReopened,
]);
export type ReportEvent = z.infer<typeof ReportEvent>;
