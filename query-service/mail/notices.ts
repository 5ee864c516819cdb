import * as z from 'zod/mini';

import type { Decided } from '#contracts/live';
import { ordinaryPerson } from '#contracts/shared/person';
import { isCitySeenBy, isLocationSeenBy, shown } from '#contracts/shared/shown';
import { hiddenNames } from '#contracts/shared/texts';
import { reportable } from '#contracts/report/words';
import type { CityDocument, EditDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import type { ReportDocument } from '#contracts/report/read-models';
import { pathOf } from '#contracts/screens';
import { pagesOf, type ReadModelReader } from '#platform/read-store/index';

import { decidedThing, endedWith, isDecidedAgain, parseDecision, type Decision } from '../live/decisions.ts';
import type { QueryContext } from '../query-context.ts';

/** A decision on a person's submission or report, with the data that the email about it needs. */
export interface MailNotice {
  readonly userId: string;
  readonly decision: Decided & Subject;
}

/**
 * The notices of a history event: those that sockets get, and one for everyone with locations in a city that was
 * closed.
 */
export async function noticesOfEntry({ models }: QueryContext, eventId: string): Promise<MailNotice[]> {
  const entry = await models.history.reader.get<HistoryDocument>('events', eventId);
  const found = entry && parseDecision(entry);
  if (entry === undefined || found === undefined) return [];
  if (await isDecidedAgain(models.history.reader, entry, found)) return [];
  const decided = await decidedThing(models.places, entry, found);
  if (decided === undefined) return [];
  const { reader } = models.places;
  const decision = {
    entityType: found.kind,
    entityId: found.id,
    status: decided.status,
    reason: entry.reason,
  };
  const subject = await subjectOf(reader, found.kind, found.id);
  const concerned = new Set([decided.userId, ...(await submittersIn(reader, found))]);
  concerned.delete(entry.actor);
  return [...concerned].map((userId) => ({ userId, decision: { ...decision, ...subject(userId) } }));
}

const pageSize = 500;

/** Submitters of the locations that show as closed together with their city. */
async function submittersIn(reader: ReadModelReader, { kind, id, status }: Decision): Promise<Set<string>> {
  const statuses = endedWith[status];
  const found = new Set<string>();
  if (kind !== 'city' || statuses === undefined) return found;
  const locations = pagesOf<LocationDocument>(reader, 'locations', {
    filter: { cityId: id },
    sort: [['createdAt', 1]],
    limit: pageSize,
  });
  for await (const page of locations)
    for (const { status: own, submittedBy } of page) if (statuses.includes(own)) found.add(submittedBy);
  return found;
}

const Reported = z.object({ entityType: z.enum(reportable), entityId: z.string() });

/** Notices for the people who reported an item, after its reports were answered or reopened. `status`: the new one. */
export async function noticesOfReports(
  { models }: QueryContext,
  data: unknown,
  status: string,
): Promise<MailNotice[]> {
  const { entityType, entityId } = Reported.parse(data);
  const filter = { thing: `${entityType}-${entityId}`, latest: true };
  const made = await models.reports.reader.find<ReportDocument>('reports', { filter, limit: reportsMost });
  const subject = await subjectOf(models.places.reader, entityType, entityId);
  return made.flatMap((report) => {
    if (report.status !== status || !report.wasDecided || report.decidedBy === report.userId) return [];
    const { id: entityId, userId } = report;
    const decision = { entityType: 'report' as const, entityId, status, reason: null, ...subject(userId) };
    return [{ userId, decision }];
  });
}

/** More reports than may be open on one item. */
const reportsMost = 500;

interface Subject {
  /** The name of the place or city that was decided on, or to which the decided item belongs. */
  readonly name: string;
  readonly path: string | null;
}

/**
 * The name and path of an item, or of its place, for each person. A deleted entity still has its name for those who saw
 * it until then.
 */
async function subjectOf(
  reader: ReadModelReader,
  kind: Decided['entityType'],
  id: string,
): Promise<(userId: string) => Subject> {
  if (kind === 'city') {
    const city = await reader.get<CityDocument>('cities', id);
    return (userId) => {
      const isSeen = city !== undefined && isCitySeenBy(beforeDeletion(city), ordinaryPerson(userId));
      if (!isSeen) return { name: hiddenNames.city, path: null };
      return { name: city.name, path: city.status === 'deleted' ? null : pathOf('city', id) };
    };
  }
  const about =
    kind === 'edit' || kind === 'photo'
      ? await reader.get<EditDocument | PhotoDocument>(kind === 'edit' ? 'edits' : 'photos', id)
      : { locationId: id };
  const place = about && (await reader.get<LocationDocument>('locations', about.locationId));
  const city = place && (await reader.get<CityDocument>('cities', place.cityId));
  return (userId) => {
    const person = ordinaryPerson(userId);
    const isSeen =
      place !== undefined && isLocationSeenBy(beforeDeletion(place), city && beforeDeletion(city), person);
    if (!isSeen) return { name: hiddenNames.location, path: null };
    return {
      name: place.name,
      path: shown(place, city).status === 'deleted' ? null : pathOf('location', place.id),
    };
  };
}

const beforeDeletion = <D extends CityDocument | LocationDocument>(document: D): D => ({
  ...document,
  status: document.decision,
});
