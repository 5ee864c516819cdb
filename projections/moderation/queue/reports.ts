import { shownAt } from '#contracts/location/merging';
import type { Recorded } from '#contracts/events';
import type { QueueLocation, QueuePhoto, QueueReport } from '#contracts/moderation/read-models-queue';
import { reportsId } from '#contracts/report/words';
import type { CollectionRules, EventOfType, Need, Related } from '../../rule.ts';
import { movedWithPlace } from '../../location/at-place.ts';
import { ofMerging } from '../../location/merging.ts';
import { newEntry, turned, waitsSince } from './entry.ts';
import { countedInTotals } from './totals.ts';

type OfReport = EventOfType<
  'content-reported.v1' | 'reports-upheld.v1' | 'reports-dismissed.v1' | 'reports-reopened.v1'
>;
type Decided = EventOfType<'reports-upheld.v1' | 'reports-dismissed.v1'>;

const id = ({ data }: OfReport) => reportsId(data);
const collections = { city: 'cities', location: 'locations', photo: 'photos' } as const;

const revisionOf = ({ revision }: OfReport) => ({ revision: Number(revision) });

const decided = (report: QueueReport | undefined, event: Decided): QueueReport | undefined =>
  report && turned({ ...report, ...revisionOf(event), open: {}, closed: report.open }, null, event);

/** The report with the present city of the place that shows the reported item. */
function placed(report: QueueReport, _: Recorded, related: Related): QueueReport {
  const location = related.get<QueueLocation>('locations', report.locationId ?? '');
  return location === undefined || location.cityId === report.cityId
    ? report
    : { ...report, cityId: location.cityId };
}

/** Reports wait for a response even if the item was deleted, because the reporters are notified of the response. */
export const reports: CollectionRules<QueueReport> = {
  collection: 'reports',
  rules: {
    'content-reported.v1': {
      id,
      needs: ({ data }): Need[] => [
        ['totals', 'all'],
        [collections[data.entityType], data.entityId],
      ],
      apply(known, event, related) {
        const { actor } = event.metadata;
        const report =
          known?.state === 'waiting' ? known : { ...newReport(known, event), ...placeOf(event, related) };
        const open = { ...report.open, [actor]: event.data.reason };
        return turned({ ...report, ...revisionOf(event), open }, 'waiting', event);
      },
    },
    'reports-upheld.v1': { id, apply: decided },
    'reports-dismissed.v1': { id, apply: decided },
    'reports-reopened.v1': {
      id,
      apply(report, event) {
        if (report === undefined) return undefined;
        const waits = report.state === 'waiting' ? report : waitsSince(report, event);
        const all = { ...report.closed, ...report.open };
        return turned({ ...waits, ...revisionOf(event), open: all, closed: {} }, 'waiting', event);
      },
    },
  },
  fanOuts: {
    ...movedWithPlace<QueueReport>({ by: [], apply: placed }),
    ...ofMerging(shownAt, [], placed),
  },
  countedBy: [countedInTotals(({ state }) => ({ report: Number(state === 'waiting') }))],
};

/** The entry for the first report, or for the first one after the earlier reports were answered. */
function newReport(known: QueueReport | undefined, event: EventOfType<'content-reported.v1'>): QueueReport {
  const { entityType, entityId } = event.data;
  const { cameAt = 0, wentAt = 0, turnedBy = null, closed = {} } = known ?? {};
  return {
    id: id(event),
    entityType,
    entityId,
    locationId: null,
    originId: null,
    cityId: null,
    ...newEntry(event),
    // Several people may have reported the item.
    submittedBy: null,
    cameAt,
    wentAt,
    turnedBy,
    open: {},
    closed,
    ...revisionOf(event),
  };
}

/**
 * The location and city of the reported item. The location may have been merged, within its city, at the same moment.
 */
function placeOf({ data }: EventOfType<'content-reported.v1'>, related: Related) {
  const { entityType, entityId } = data;
  if (entityType === 'city') return { locationId: null, originId: null, cityId: entityId };
  const photo = entityType === 'photo' ? related.get<QueuePhoto>('photos', entityId) : undefined;
  const at = entityType === 'photo' ? photo?.locationId : entityId;
  // The location of a photo is loaded with the photo.
  const location = at === undefined ? undefined : related.get<QueueLocation>('locations', at);
  return {
    locationId: location === undefined ? null : shownAt(location),
    originId: photo?.originId ?? at ?? null,
    cityId: location?.cityId ?? null,
  };
}
