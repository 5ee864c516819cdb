import type { Person } from '#contracts/shared/person';
import { isCitySeenBy, isHeldBack, isLocationSeenBy, shown, type Shown } from '#contracts/shared/shown';
import { hiddenNames } from '#contracts/shared/texts';
import type { Submission } from '#contracts/moderation/views';
import type {
  CityDocument,
  EditDocument,
  LocationDocument,
  PhotoDocument,
  PhotoSummary,
} from '#contracts/read-models';
import type { ItemDocument } from '#contracts/moderation/read-models-history';
import type { ReadModelReader } from '#platform/read-store/index';
import type { ReportDocument } from '#contracts/report/read-models';

import { decisionOnMerged, shownAt } from '#contracts/location/merging';
import { byId, distinct, documentsById, type QueryContext } from '../query-context.ts';
import { shownPicture, toPicture } from '../shared/picture-view.ts';

export type Sent =
  | { readonly type: 'city'; readonly document: CityDocument }
  | { readonly type: 'location'; readonly document: LocationDocument }
  | { readonly type: 'edit'; readonly document: EditDocument }
  | { readonly type: 'photo'; readonly document: PhotoDocument }
  | { readonly type: 'report'; readonly document: ReportDocument };

/** The data that the views need in addition to the submissions themselves. */
interface Around {
  readonly context: QueryContext;
  readonly person: Person;
  readonly cities: ReadonlyMap<string, CityDocument>;
  readonly locations: ReadonlyMap<string, LocationDocument>;
  readonly photos: ReadonlyMap<string, PhotoDocument>;
}

/** A person's submissions as they see them. Each kind of related document is read in one query. */
export async function submissionViews(
  context: QueryContext,
  reader: ReadModelReader,
  sent: readonly Sent[],
  person: Person,
): Promise<Submission[]> {
  const photoIds = sent.flatMap(reportedOf('photo'));
  const photos = await documentsById<PhotoDocument>(reader, 'photos', photoIds);
  const locations = await locationsAnd(reader, [
    ...sent.flatMap(locationIdsOf),
    ...[...photos.values()].map(({ locationId }) => locationId),
  ]);
  const cityIds = [...sent.flatMap(cityIdsOf), ...[...locations.values()].map(({ cityId }) => cityId)];
  const cities = await documentsById<CityDocument>(reader, 'cities', cityIds);
  const around = { context, person, cities, locations, photos };
  const itemIds = sent.flatMap(itemIdsOf);
  const items = await documentsById<ItemDocument>(context.models.history.reader, 'items', itemIds);
  return sent.map((each) => {
    const last =
      each.type === 'report' ? each.document.decisionPosition : (items.get(itemIdOf(each))?.last ?? null);
    return { ...submissionView(each, around), decisionPosition: last === null ? null : String(last) };
  });
}

/** These locations, and for merged ones the places that show them. */
async function locationsAnd(
  reader: ReadModelReader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LocationDocument>> {
  const named = await reader.getMany<LocationDocument>('locations', distinct(ids));
  const shownBy = distinct(named.filter(({ path }) => path.length > 0).map(shownAt));
  return byId([...named, ...(await reader.getMany<LocationDocument>('locations', shownBy))]);
}

const itemIdOf = ({ type, document }: Sent): string => `${type}:${document.id}`;
/** A report contains its decision: its item is the entity that several people may have reported. */
const itemIdsOf = (sent: Sent): readonly string[] => (sent.type === 'report' ? [] : [itemIdOf(sent)]);

const reportedOf =
  (entityType: ReportDocument['entityType']) =>
  ({ type, document }: Sent): string[] =>
    type === 'report' && document.entityType === entityType ? [document.entityId] : [];

function locationIdsOf(sent: Sent): string[] {
  const { type, document } = sent;
  if (type === 'edit' || type === 'photo') return [document.locationId];
  if (type === 'location') return [originalOf(document)].filter((id) => id !== null);
  return reportedOf('location')(sent);
}

function cityIdsOf(sent: Sent): string[] {
  const { type, document } = sent;
  if (type === 'location') return [document.cityId];
  if (type === 'city') return document.duplicateOf === null ? [] : [document.duplicateOf];
  return reportedOf('city')(sent);
}

function submissionView(sent: Sent, around: Around): Omit<Submission, 'decisionPosition'> {
  const { type, document } = sent;
  const { createdAt } = document;
  const base = {
    entityType: type,
    entityId: document.id,
    editId: null,
    locationId: null,
    createdAt,
  } as const;
  const none = { thumbnailUrl: null, changes: null, duplicateOf: null, originalId: null } as const;
  switch (type) {
    case 'city': {
      const { name, status, reason, decidedAt } = document;
      const thumbnailUrl = shownPicture(around.context, document.imageUrl);
      const duplicateOf = status === 'rejected' ? originalCity(document.duplicateOf, around) : null;
      return { ...base, ...none, name, status, reason, decidedAt, thumbnailUrl, duplicateOf };
    }
    case 'location': {
      const { name, mergedInto: originalId } = document;
      const life =
        originalId === null ? shown(document, around.cities.get(document.cityId)) : lifeOfMerged(document);
      const duplicateOf = originalPlace(originalOf(document), around);
      const thumbnailUrl = thumbnailOf(document.primaryPhoto);
      return { ...base, ...none, ...life, name, thumbnailUrl, duplicateOf, originalId };
    }
    case 'edit': {
      const { id: editId, originId: entityId, status, reason, reviewedAt: decidedAt, changes } = document;
      const place = seenPlace(document.locationId, around);
      const name = place?.name ?? hiddenNames.location;
      const thumbnailUrl = thumbnailOf(place?.primaryPhoto);
      return { ...base, ...none, entityId, editId, name, status, reason, decidedAt, thumbnailUrl, changes };
    }
    case 'photo':
      return { ...base, ...none, ...photoView(document, around) };
    case 'report': {
      const { status, decidedAt } = document;
      return { ...base, ...none, name: reportedName(document, around), status, reason: null, decidedAt };
    }
  }
}

/** The place that a declined or merged one duplicates; null for others. */
const originalOf = (location: LocationDocument): string | null => {
  if (location.path.length > 0) return shownAt(location);
  return location.status === 'rejected' ? location.duplicateOf : null;
};

/** A merged place as its submitter sees it. */
const lifeOfMerged = ({ decision, reason, decidedAt, updatedAt }: LocationDocument): Shown => ({
  status: decisionOnMerged(decision),
  reason,
  decidedAt: decidedAt ?? updatedAt,
});

/**
 * A photo that is shown counts as approved, even before its review. It is pending while it is held back or its place is
 * not approved. It is rejected if a moderator removed it, or left it behind when its place was merged.
 */
function photoView(photo: PhotoDocument, around: Around) {
  const own = around.locations.get(photo.locationId);
  const place = seenPlace(own && shownAt(own), around);
  const name = place?.name ?? hiddenNames.location;
  const locationId = place?.id ?? null;
  if (!photo.present) {
    const { reason, deletedAt: decidedAt } = photo;
    return { locationId, name, status: 'rejected', reason, decidedAt, thumbnailUrl: null } as const;
  }
  const thumbnailUrl = place === undefined ? null : thumbnailOf(photo);
  if (own !== undefined && own.mergedInto !== null) {
    const { updatedAt: decidedAt } = own;
    return { locationId: null, name, status: 'rejected', reason: null, decidedAt, thumbnailUrl } as const;
  }
  const isApproved =
    place !== undefined && shown(place, around.cities.get(place.cityId)).status === 'approved';
  const { reviewedAt: decidedAt } = photo;
  const status = isHeldBack(photo) || !isApproved ? 'pending' : 'approved';
  return { locationId, name, status, reason: null, decidedAt, thumbnailUrl } as const;
}

const thumbnailOf = (photo: PhotoSummary | null | undefined): string | null =>
  photo === null || photo === undefined ? null : toPicture(photo).thumbnailUrl;

/** The current name of the reported item, or of its place. */
function reportedName({ entityType, entityId }: ReportDocument, around: Around): string {
  if (entityType === 'city') return seenCity(entityId, around)?.name ?? hiddenNames.city;
  const locationId = entityType === 'photo' ? around.photos.get(entityId)?.locationId : entityId;
  const place = around.locations.get(locationId ?? '');
  return seenPlace(place && shownAt(place), around)?.name ?? hiddenNames.location;
}

/** The link to the original city; null if this person may not see that city. */
function originalCity(id: string | null, around: Around): Submission['duplicateOf'] {
  const city = seenCity(id, around);
  return city === undefined ? null : { id: city.id, name: city.name };
}

/** The same of a place; for a merged original the place that shows it. */
function originalPlace(id: string | null, around: Around): Submission['duplicateOf'] {
  const original = around.locations.get(id ?? '');
  const place = seenPlace(original && shownAt(original), around);
  return place === undefined ? null : { id: place.id, name: place.name };
}

/** The city, if this person may see it. */
function seenCity(id: string | null, { cities, person }: Around): CityDocument | undefined {
  const city = cities.get(id ?? '');
  return city !== undefined && isCitySeenBy(city, person) ? city : undefined;
}

function seenPlace(
  id: string | null | undefined,
  { locations, cities, person }: Around,
): LocationDocument | undefined {
  const place = locations.get(id ?? '');
  const isSeen = place !== undefined && isLocationSeenBy(place, cities.get(place.cityId), person);
  return isSeen ? place : undefined;
}
