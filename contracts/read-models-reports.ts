import type { Document, ReadModelDeclaration } from './read-model-declaration.ts';
import type { Reportable, reportStatuses } from './vocabulary.ts';

/** One person's report of one thing; its note is in the records. Times are ISO 8601. */
export interface ReportDocument extends Document {
  readonly entityType: Reportable;
  readonly entityId: string;
  /** `{entityType}-{entityId}`: what all reports on the thing have in common. */
  readonly thing: string;
  readonly userId: string;
  readonly reason: string;
  readonly status: (typeof reportStatuses)[number];
  readonly createdAt: string;
  /** Null while it is open. */
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  /** Open, or closed by the latest decision on the thing: what that decision's undoing opens again. */
  readonly latest: boolean;
  /** A decision was taken, or taken back: its reporter has something to hear. */
  readonly wasDecided: boolean;
}

export const reports = {
  name: 'reports',
  version: 1,
  collections: [
    {
      name: 'reports',
      indexes: [
        [
          ['thing', 1],
          ['latest', 1],
        ],
        [
          ['userId', 1],
          ['createdAt', -1],
        ],
      ],
    },
  ],
} as const satisfies ReadModelDeclaration;
