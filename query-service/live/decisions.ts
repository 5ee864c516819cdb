import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Decided } from '#contracts/live';
import { isHeldBack } from '#contracts/shared/shown';
import type { Change } from '#platform/read-store/index';
import type { CityDocument, EditDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import type { ReportDocument } from '#contracts/report/read-models';

import type { Models } from '../models.ts';

/** The status that each decision event leads to. */
const outcomes: Readonly<Record<string, string>> = {
  approved: 'approved',
  rejected: 'rejected',
  reopened: 'pending',
  deleted: 'deleted',
  merged: 'rejected',
  parted: 'pending',
};

export interface DecisionNotice {
  readonly userId: string;
  readonly decision: Decided;
}

/**
 * The people to notify of a change of the history: submitters whose city, location, edit or photo somebody else
 * decided. When a city is closed, also those of `people` who have locations in it; only then they are listed, because
 * there may be thousands. Each event gets one history entry, so nobody is notified twice, not even after a restart.
 */
export async function decisionsIn(
  { history, places }: Models,
  change: Change,
  people: () => readonly string[],
): Promise<DecisionNotice[]> {
  const ids = change.ids['events'] ?? [];
  const entries = (await history.reader.getMany<HistoryDocument>('events', ids)).toSorted(
    (one, other) => one.position - other.position,
  );
  const notices: DecisionNotice[] = [];
  for (const entry of entries) {
    const found = parseDecision(entry);
    if (found === undefined) continue;
    if (await isDecidedAgain(history.reader, entry, found)) continue;
    const decided = await decidedThing(places, entry, found);
    if (decided === undefined) continue;
    const { status } = decided;
    const decision = { entityType: found.kind, entityId: found.id, status, reason: entry.reason };
    const others = (await submittersIn(places, entry, found, people)).filter((id) => id !== decided.userId);
    const concerned = [decided.userId, ...others];
    notices.push(...concerned.filter((id) => id !== entry.actor).map((userId) => ({ userId, decision })));
  }
  return notices;
}

/** Whether the same append reopens and decides the item: taking back a change does, and so does undoing that. */
export async function isDecidedAgain(
  history: Models['history']['reader'],
  { entity, position, causationId }: HistoryDocument,
  { kind, id, status }: Decision,
): Promise<boolean> {
  if (status !== 'pending' || kind === 'photo') return false;
  const [next] = await history.find<HistoryDocument>('events', {
    filter: { entity, position: { gt: position } },
    sort: [['position', 1]],
    limit: 1,
  });
  const again = next?.causationId === causationId ? parseDecision(next) : undefined;
  return again?.kind === kind && again.id === id;
}

/** For each event that closes a city, the statuses of its locations that then also show as closed. */
export const endedWith: Readonly<Record<string, readonly string[]>> = {
  deleted: ['pending', 'approved'],
  rejected: ['pending'],
};

/** Those of `people` who have locations in a city that was closed. */
async function submittersIn(
  places: Models['places'],
  { position }: HistoryDocument,
  { kind, id, status }: Decision,
  people: () => readonly string[],
): Promise<string[]> {
  const statuses = endedWith[status];
  if (kind !== 'city' || statuses === undefined) return [];
  await places.reached(BigInt(position), AbortSignal.timeout(catchUpTimeout));
  const found: string[] = [];
  for (const [at, submittedBy] of people().entries()) {
    const filter = { cityId: id, submittedBy, status: { in: statuses } };
    if ((await places.reader.count('locations', filter, 1)) > 0) found.push(submittedBy);
    if (at % readsAtOnce === 0) await nextTurn();
  }
  return found;
}

export interface Decision {
  readonly kind: 'city' | 'location' | 'edit' | 'photo';
  readonly id: string;
  readonly status: string;
}

/**
 * The status that each photo event leads to. An uploader is not notified of the review of a photo that is already
 * shown.
 */
const photoOutcomes: Readonly<Record<string, string>> = {
  'photo-deleted.v2': 'rejected',
  'photo-restored.v1': 'approved',
  'photo-reviewed.v1': 'approved',
  'photo-review-reopened.v1': 'pending',
};

/** The decision in an event of the history; undefined if nobody is notified of it. */
export function parseDecision({ type, entity, subject }: HistoryDocument): Decision | undefined {
  const ofPhoto = photoOutcomes[type];
  if (ofPhoto !== undefined)
    return subject === null ? undefined : { kind: 'photo', id: subject, status: ofPhoto };
  const event = /^(?:city|location)-(edit-)?([a-z]+)\.v\d+$/.exec(type);
  const status = outcomes[event?.[2] ?? ''];
  const [kind, id] = entity?.split(':', 2) ?? [];
  if (status === undefined || id === undefined || (kind !== 'city' && kind !== 'location')) return undefined;
  if (event?.[1] === undefined) return { kind, id, status };
  return subject === null ? undefined : { kind: 'edit', id: subject, status };
}

const isMerging = ({ type }: HistoryDocument): boolean =>
  type === 'location-merged.v1' || type === 'location-parted.v1';

type Found = { readonly userId: string; readonly status: string } | undefined;

/** The submitter of a decided item and its status as they see it; undefined if nobody is to be notified. */
export async function decidedThing(
  places: Models['places'],
  entry: HistoryDocument,
  decision: Decision,
): Promise<Found> {
  const { kind, id, status } = decision;
  const { reader } = places;
  if (kind === 'city' || kind === 'location') {
    if (isMerging(entry)) await places.reached(BigInt(entry.position), AbortSignal.timeout(catchUpTimeout));
    const collection = kind === 'city' ? 'cities' : 'locations';
    const document = await reader.get<CityDocument | LocationDocument>(collection, id);
    // For the submitter, a merge is a decision only about a place that waited.
    if (document === undefined || (isMerging(entry) && document.decision !== 'pending')) return undefined;
    return { userId: document.submittedBy, status };
  }
  await places.reached(BigInt(entry.position), AbortSignal.timeout(catchUpTimeout));
  if (kind === 'edit') {
    const edit = await reader.get<EditDocument>('edits', id);
    return edit && { userId: edit.userId, status };
  }
  const photo = await reader.get<PhotoDocument>('photos', id);
  const isReview = entry.type === 'photo-reviewed.v1' || entry.type === 'photo-review-reopened.v1';
  if (photo === undefined || (isReview && photo.review !== 'before')) return undefined;
  return { userId: photo.uploadedBy, status: photo.present && isHeldBack(photo) ? 'pending' : status };
}

/** The responses to reports in a change of the reports read model, each with the person who made the report. */
export async function outcomesIn({ reports }: Models, change: Change): Promise<DecisionNotice[]> {
  const made = await reports.reader.getMany<ReportDocument>('reports', change.ids['reports'] ?? []);
  return made.flatMap(({ id, userId, status, latest, wasDecided, decidedBy }) =>
    latest && wasDecided && decidedBy !== userId
      ? [{ userId, decision: { entityType: 'report', entityId: id, status, reason: null } }]
      : [],
  );
}

/** Reads from the store in one batch, after which other work can run. */
const readsAtOnce = 100;
/** How long a document may lag behind its history, in milliseconds. */
const catchUpTimeout = 2000;
