import { reports as declaration, type ReportDocument } from '#contracts/read-models-reports';
import type { CollectionRules, EventOfType, FanOut, ReadModel } from './rule.ts';

type Decision = EventOfType<'reports-upheld.v1' | 'reports-dismissed.v1' | 'reports-reopened.v1'>;

const thingOf = ({ entityType, entityId }: Decision['data']): string => `${entityType}-${entityId}`;

/** A decision closes all that are open; undoing it opens what it closed. Those of earlier decisions stay closed. */
const ofThing = <E extends Decision>(
  change: (report: ReportDocument, event: E) => ReportDocument,
): FanOut<ReportDocument, E> => ({
  field: 'thing',
  value: ({ data }) => thingOf(data),
  where: () => ({ latest: true }),
  by: [['latest', 1]],
  apply: (report, event) => (report.latest ? change(report, event) : report),
});

const closed =
  (status: 'upheld' | 'dismissed') =>
  (report: ReportDocument, { metadata }: Decision): ReportDocument =>
    report.status === 'open'
      ? { ...report, status, decidedAt: metadata.time, decidedBy: metadata.actor, wasDecided: true }
      : { ...report, latest: false };

const collection: CollectionRules<ReportDocument> = {
  collection: 'reports',
  rules: {
    'content-reported.v1': {
      id: ({ data }) => data.reportId,
      fresh: true,
      apply: (_, { data, metadata }) => ({
        id: data.reportId,
        entityType: data.entityType,
        entityId: data.entityId,
        thing: thingOf(data),
        userId: metadata.actor,
        reason: data.reason,
        status: 'open',
        createdAt: metadata.time,
        decidedAt: null,
        decidedBy: null,
        latest: true,
        wasDecided: false,
      }),
    },
  },
  fanOuts: {
    'reports-upheld.v1': ofThing(closed('upheld')),
    'reports-dismissed.v1': ofThing(closed('dismissed')),
    'reports-reopened.v1': ofThing((report) =>
      report.status === 'open'
        ? report
        : { ...report, status: 'open', decidedAt: null, decidedBy: null, wasDecided: true },
    ),
  },
};

export const reports: ReadModel = {
  declaration,
  collections: [collection],
  ignores: [
    'city-submitted.v1',
    'city-approved.v1',
    'city-rejected.v1',
    'city-edited.v1',
    'city-resubmitted.v1',
    'city-reopened.v1',
    'city-withdrawn.v1',
    'city-deleted.v1',
    'city-restored.v1',
    'location-submitted.v1',
    'location-approved.v1',
    'location-rejected.v1',
    'location-edited.v1',
    'location-resubmitted.v1',
    'location-edit-proposed.v1',
    'location-edit-approved.v1',
    'location-edit-rejected.v1',
    'location-edit-withdrawn.v1',
    'location-edit-reopened.v1',
    'location-reopened.v1',
    'location-withdrawn.v1',
    'location-deleted.v1',
    'location-restored.v1',
    'photo-featured.v1',
    'photo-added.v1',
    'photo-reviewed.v1',
    'photo-review-reopened.v1',
    'photo-described.v1',
    'photo-deleted.v2',
    'photo-restored.v1',
    'location-rated.v1',
    'location-favorited.v1',
    'location-unfavorited.v1',
    'change-reviewed.v1',
    'change-review-reopened.v1',
    'account-registered.v1',
    'account-erased.v1',
    'account-role-granted.v1',
    'account-role-revoked.v1',
    'account-trusted.v1',
    'account-untrusted.v1',
    'account-blocked.v1',
    'account-unblocked.v1',
  ],
};
