import { by, falling } from '#contracts/shared/read-model-declaration';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { PlacedPhoto, QueueDetail } from '#contracts/moderation/views';
import { reportReasons } from '#contracts/report/words';
import type { QueueKind } from '#contracts/moderation/words';
import type { EditDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import { queueCollections, type QueueChange, type QueueEntry } from '#contracts/moderation/read-models-queue';
import type { ReportDocument } from '#contracts/report/read-models';

import { distinct, documentsById, type QueryContext } from '../../query-context.ts';
import { conflictsOf } from '../../location/edit-view.ts';
import { accountsOf, actorOf, nameOf } from '../../account/person-view.ts';
import { toPhoto } from '../../photo/view.ts';
import { creditsOf } from '../../account/public-people.ts';
import { isNeedless } from './entries.ts';
import { queueItems } from './items.ts';
import { createEntities, fieldsOf, readSubjects, type Subject } from './subjects.ts';
import { actionOf } from '../activity.ts';

/** The read models that a detail is made from. */
export const detailUses = ['queue', 'places', 'history', 'reports'] as const;

/**
 * One queue item with all details that the list leaves out, even after it has left the queue. @throws Refusal
 * `not-found`
 */
export async function queueDetail(context: QueryContext, kind: QueueKind, id: string): Promise<QueueDetail> {
  const entry = await context.models.queue.reader.get<QueueEntry>(queueCollections[kind], id);
  if (entry === undefined) throw new Refusal('not-found');
  const found = [{ kind, entry }];
  const lookup = { context, entities: createEntities(context.models) };
  // The detail shows the item itself from the documents of its revision.
  const subjects = readSubjects(context, found);
  const subject = (await subjects)({ kind, entry });
  const [[item], edited, reported, photos, decisions] = await Promise.all([
    queueItems(lookup, found, subjects),
    changesOf(context, kind, entry, subject),
    kind === 'report' ? openReports(context, entry) : noReports,
    photosOf(context, kind, entry, subject),
    decisionsOn(context, entry),
  ]);
  if (item === undefined) throw new Refusal('not-found');
  return {
    item: { ...item, revision: Math.min(item.revision, reported.revision) },
    fields: fieldsOf(subject),
    waits: entry.state === 'waiting' && !isNeedless(kind, entry, context.models.closedInQueue),
    ...edited,
    reports: reported.reports,
    decisions,
    ...photos,
  };
}

type Edited = Pick<QueueDetail, 'changes' | 'conflicts'>;

async function changesOf(
  { models }: QueryContext,
  kind: QueueKind,
  entry: QueueEntry,
  { location }: Subject,
): Promise<Edited> {
  if (kind === 'edit') {
    const edit = await models.places.reader.get<EditDocument>('edits', entry.id);
    if (edit === undefined) return { changes: null, conflicts: {} };
    return { changes: { ...edit.changes }, conflicts: location ? conflictsOf(edit, location) : {} };
  }
  // A change has the same id as the event that made it.
  const event =
    kind === 'change' ? await models.history.reader.get<HistoryDocument>('events', entry.id) : undefined;
  return { changes: event?.changes ?? null, conflicts: {} };
}

interface Reported extends Pick<QueueDetail, 'reports'> {
  /** The revision of the reports' stream that these show. */
  readonly revision: number;
}
const noReports: Reported = { reports: [], revision: Infinity };

/** All open reports on an item. The decider limits their number. */
async function openReports(context: QueryContext, { id }: QueueEntry): Promise<Reported> {
  const latest = await context.models.reports.reader.find<ReportDocument>('reports', {
    filter: { thing: id, latest: true },
    limit: limits.reportsOnItem,
  });
  const reports = latest
    .filter(({ status }) => status === 'open')
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const [notes, accounts, recordOf] = await Promise.all([
    context.records.reportNotes.getMany(reports.map((report) => report.id)),
    accountsOf(
      context,
      reports.map(({ userId }) => userId),
    ),
    recordsOf(
      context,
      reports.map(({ userId }) => userId),
    ),
  ]);
  const textOf = new Map(notes.map(({ reportId, text }) => [reportId, text]));
  const shown = reports.map(({ id: reportId, reason, createdAt, userId }) => ({
    id: reportId,
    reason: reportReasons.find((each) => each === reason) ?? 'other',
    note: textOf.get(reportId) ?? null,
    createdAt,
    by: { id: userId, name: nameOf(accounts.get(userId)) },
    ...recordOf(userId),
  }));
  return { reports: shown, revision: Math.max(0, ...latest.map(({ revision }) => revision)) };
}

interface ReporterRecord {
  readonly upheld: number;
  readonly dismissed: number;
}

/** How the reports of each of these people were answered. */
async function recordsOf(
  { models }: QueryContext,
  userIds: readonly string[],
): Promise<(userId: string) => ReporterRecord> {
  const count = (userId: string, status: 'upheld' | 'dismissed') =>
    models.reports.reader.count('reports', { userId, status }, limits.countMost);
  const records = await Promise.all(
    distinct(userIds).map(async (userId) => {
      const [upheld, dismissed] = await Promise.all([count(userId, 'upheld'), count(userId, 'dismissed')]);
      return [userId, { upheld, dismissed }] as const;
    }),
  );
  const of = new Map(records);
  return (userId) => of.get(userId) ?? { upheld: 0, dismissed: 0 };
}

/** The most events of an entity that are searched for decisions, and the most decisions that a detail shows. */
const scanLimit = 50;
const toldMost = 10;

/** The latest decisions on the subject of an item. */
async function decisionsOn(
  context: QueryContext,
  { entityType, entityId }: QueueEntry,
): Promise<QueueDetail['decisions']> {
  const events = await context.models.history.reader.find<HistoryDocument>('events', {
    filter: { entityType, entityId },
    sort: [by('at'), by('position')],
    backwards: true,
    limit: scanLimit,
  });
  const decisions = events.filter(({ decides }) => decides !== null).slice(0, toldMost);
  const accounts = await accountsOf(
    context,
    decisions.map(({ actor }) => actor),
  );
  return decisions.map(({ type, time, actor, reason }) => ({
    type: actionOf(type),
    at: time,
    by: actorOf(actor, accounts),
    reason,
  }));
}

type Photos = Pick<QueueDetail, 'photo' | 'photoBefore' | 'sameElsewhere' | 'othersOfPerson'>;
const noPhotos: Photos = { photo: null, photoBefore: null, sameElsewhere: [], othersOfPerson: [] };

async function photosOf(
  context: QueryContext,
  kind: QueueKind,
  entry: QueueEntry,
  { photo }: Subject,
): Promise<Photos> {
  if (entry.entityType === 'photo') return photosAround(context, photo);
  if (kind !== 'change' || (entry as QueueChange).what !== 'featured') return noPhotos;
  const { reader } = context.models.history;
  const chosen = await reader.get<HistoryDocument>('events', entry.id);
  if (chosen === undefined || chosen.series === null) return noPhotos;
  const [before] = await reader.find<HistoryDocument>('events', {
    filter: { series: chosen.series, position: { lt: chosen.position } },
    sort: [by('position')],
    backwards: true,
    limit: 1,
  });
  const { reader: places } = context.models.places;
  const [after, former] = await Promise.all(
    [chosen.subject, before?.subject].map(async (id) =>
      photosAround(context, id ? await places.get<PhotoDocument>('photos', id) : undefined),
    ),
  );
  return { ...noPhotos, photo: after?.photo ?? null, photoBefore: former?.photo ?? null };
}

/** The most related photos of each kind that are shown with a photo. */
const besideMost = 12;

async function photosAround(context: QueryContext, photo: PhotoDocument | undefined): Promise<Photos> {
  if (photo === undefined) return noPhotos;
  const { reader } = context.models.places;
  const { id, sha256, uploadedBy } = photo;
  const [same, theirs] = await Promise.all([
    reader.find<PhotoDocument>('photos', { filter: { sha256, present: true }, limit: besideMost + 1 }),
    reader.find<PhotoDocument>('photos', {
      filter: { uploadedBy, listed: true, placeDeleted: { in: [false, true] } },
      sort: [falling('createdAt')],
      limit: besideMost + 1,
    }),
  ]);
  const without = (photos: readonly PhotoDocument[]) =>
    photos.filter((each) => each.id !== id && each.present).slice(0, besideMost);
  const all = [photo, ...without(same), ...without(theirs)];
  const locationIds = all.map(({ locationId }) => locationId);
  const locations = await documentsById<LocationDocument>(reader, 'locations', locationIds);
  const credits = await creditsOf(
    context,
    all.map((each) => each.uploadedBy),
  );
  const placed = (each: PhotoDocument): PlacedPhoto => {
    const location = locations.get(each.locationId);
    return {
      ...toPhoto(each, location?.featuredPhotoId ?? null, credits),
      locationName: location?.name ?? '',
    };
  };
  return {
    photo: placed(photo),
    photoBefore: null,
    sameElsewhere: without(same).map(placed),
    othersOfPerson: without(theirs).map(placed),
  };
}
