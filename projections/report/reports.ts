import { eventTypesOf } from '#contracts/events';
import { reports as declaration, type ReportDocument } from '#contracts/report/read-models';
import { reportsId } from '#contracts/report/words';
import type { CollectionRules, EventOfType, FanOut, ReadModel } from '../rule.ts';

type Decision = EventOfType<'reports-upheld.v1' | 'reports-dismissed.v1' | 'reports-reopened.v1'>;

/**
 * A decision closes all open reports on an item. Undoing it reopens only the reports that it closed, and of each person
 * only if that person has made no new one.
 */
const ofThing = <E extends Decision | EventOfType<'content-reported.v1'>>(
  change: (report: ReportDocument, event: E) => ReportDocument,
): FanOut<ReportDocument, E> => ({
  field: 'thing',
  values: ({ data }) => [reportsId(data)],
  where: () => ({ latest: true }),
  by: [['latest', 1]],
  apply: (report, event) => {
    const changed = change(report, event);
    return changed === report ? report : { ...changed, revision: Number(event.revision) };
  },
});

const closed =
  (status: 'upheld' | 'dismissed') =>
  (report: ReportDocument, { metadata, position }: Decision): ReportDocument =>
    report.status === 'open'
      ? {
          ...report,
          status,
          decidedAt: metadata.time,
          decidedBy: metadata.actor,
          decisionPosition: Number(position),
          wasDecided: true,
        }
      : { ...report, latest: false };

const collection: CollectionRules<ReportDocument> = {
  collection: 'reports',
  rules: {
    'content-reported.v1': {
      id: ({ data }) => data.reportId,
      fresh: true,
      apply: (_, { data, metadata, revision }) => ({
        id: data.reportId,
        entityType: data.entityType,
        entityId: data.entityId,
        thing: reportsId(data),
        userId: metadata.actor,
        reason: data.reason,
        status: 'open',
        createdAt: metadata.time,
        decidedAt: null,
        decidedBy: null,
        decisionPosition: null,
        latest: true,
        wasDecided: false,
        revision: Number(revision),
      }),
    },
  },
  fanOuts: {
    'content-reported.v1': ofThing((report, { metadata }) =>
      report.status === 'open' || report.userId !== metadata.actor ? report : { ...report, latest: false },
    ),
    'reports-upheld.v1': ofThing(closed('upheld')),
    'reports-dismissed.v1': ofThing(closed('dismissed')),
    'reports-reopened.v1': ofThing((report) =>
      report.status === 'open'
        ? report
        : {
            ...report,
            ...{ status: 'open', decidedAt: null, decidedBy: null, decisionPosition: null },
            wasDecided: true,
          },
    ),
  },
};

export const reports: ReadModel = {
  declaration,
  collections: [collection],
  ignores: [
    ...eventTypesOf.city,
    ...eventTypesOf.location,
    ...eventTypesOf.photo,
    ...eventTypesOf.opinion,
    ...eventTypesOf.change,
    ...eventTypesOf.secondOpinion,
    ...eventTypesOf.account,
  ],
};
