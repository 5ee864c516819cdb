import { by, falling, type Document, type ReadModelDeclaration } from '../shared/read-model-declaration.ts';
import { versionOf } from '../shared/read-model-versions.ts';
import type { Reportable, reportStatuses } from './words.ts';

/** One person's report on one thing; its note is in the records. Times are ISO 8601. */
export interface ReportDocument extends Document {
  readonly entityType: Reportable;
  readonly entityId: string;
  /** `{entityType}-{entityId}`: the same for all reports on the thing. */
  readonly thing: string;
  readonly userId: string;
  readonly reason: string;
  readonly status: (typeof reportStatuses)[number];
  readonly createdAt: string;
  /** Null while it is open. */
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  /** The log position of the decision that closed it. */
  readonly decisionPosition: number | null;
  /**
   * True if it is open, or was closed by the latest decision on its entity and its reporter has made no new one since:
   * undoing that decision opens it again.
   */
  readonly latest: boolean;
  /** True once a decision was made or taken back, so that its reporter can be notified. */
  readonly wasDecided: boolean;
  /** The revision of the last event in the reports' stream that changed this document. */
  readonly revision: number;
}

export const reports = {
  name: 'reports',
  version: versionOf('reports'),
  collections: [
    {
      name: 'reports',
      indexes: [
        [by('thing'), by('latest')],
        [by('userId'), falling('createdAt')],
        [by('userId'), by('status'), by('decisionPosition')],
      ],
    },
  ],
} as const satisfies ReadModelDeclaration;
