import * as z from 'zod/mini';

import { event } from '../shared/event-metadata.ts';
import { reportable } from './words.ts';

/** The reported entity; all reports on it are one stream. */
const reported = { entityType: z.enum(reportable), entityId: z.string() };

export const ReportEvent = z.discriminatedUnion('type', [
  /** The actor reports the entity. The record store holds the note, because it may name people. */
  event('content-reported.v1', { ...reported, reportId: z.string(), reason: z.string() }),
  /** Closes all reports that are open at this moment. */
  event('reports-upheld.v1', reported),
  event('reports-dismissed.v1', reported),
  /** The reports that the latest decision closed are open again. */
  event('reports-reopened.v1', reported),
]);
export type ReportEvent = z.infer<typeof ReportEvent>;
