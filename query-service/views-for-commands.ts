import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { Viewer } from '#contracts/shared/parse';
import type { City } from '#contracts/city/views';
import type { PendingEdit, Location } from '#contracts/location/views';
import type { PersonForDesk } from '#contracts/account/views';
import type { PlaceList } from '#contracts/list/views';
import type { Photo } from '#contracts/photo/views';
import type { CityDocument, EditDocument, LocationDocument } from '#contracts/read-models';
import type { StoredList } from '#platform/record-store/index';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import type { QueueDetail } from '#contracts/moderation/views';
import type { QueueKind } from '#contracts/moderation/words';
import { isCitySeenBy } from '#contracts/shared/shown';

import type { Freshness } from '#platform/queries/positions';
import type { ModelName } from './models.ts';
import { noticesOfEntry, noticesOfReports, type MailNotice } from './mail/notices.ts';
import { creditsOf } from './account/credits.ts';
import { locationViews } from './location/location-views.ts';
import { visibleLocation } from './location/locations.ts';
import { personForDesk } from './account/people.ts';
import { visiblePhoto } from './photo/photos.ts';
import { accountsOf } from './account/submitters.ts';
import { distinct, type QueryContext } from './query-context.ts';
import { photosOf, storedBy, unreviewedPhotosOf, type SamePhoto } from './photo/stored-photos.ts';
import { batchOf, decisionsOf, type BatchDecision, type BatchStart } from './moderation/activity/batch.ts';
import { hasApproved, waitingOf, type WaitingItem } from './moderation/waiting.ts';
import { queueDetail, detailUses } from './moderation/queue/detail.ts';
import { toCity } from './city/view.ts';
import { toEdit } from './location/edit-view.ts';
import { actorOf } from './account/person-view.ts';
import { toPhoto } from './photo/view.ts';
import { listView } from './list/lists.ts';
import { publicAmong } from './location/public-among.ts';

/**
 * The views that the command service reads to answer a command with the changed entity, never to decide. Those with a
 * `minPosition` wait for it first and throw the same Refusal as a GET.
 */
export interface CommandViews {
  city(id: string, viewer: Viewer, minPosition: bigint): Promise<City>;
  location(id: string, viewer: Viewer, minPosition: bigint): Promise<Location>;
  photo(id: string, viewer: Viewer, minPosition: bigint): Promise<Photo>;
  edit(id: string, viewer: Viewer, minPosition: bigint): Promise<PendingEdit>;
  person(id: string, viewer: Viewer, minPosition: bigint): Promise<PersonForDesk>;
  /** A queue item with all details. */
  queueDetail(kind: QueueKind, id: string, minPosition: bigint): Promise<QueueDetail>;
  /** A person's list as they read it. */
  list(list: StoredList, viewer: Viewer): Promise<PlaceList>;
  /** Those of the locations that are public now. */
  publicAmong(locationIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The names of people as moderators see them. */
  named(userIds: readonly string[]): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Waits until the read model of the answers has reached the position. */
  reached(minPosition: bigint): Promise<void>;
  /** A person's pending items, at most `limit` of each kind: `city/{id}`, `location/{id}`, `edit/{location}/{id}`. */
  waitingOf(userId: string, limit: number): Promise<readonly WaitingItem[]>;
  /** Whether anything that this person submitted is approved. */
  hasApproved(userId: string): Promise<boolean>;
  /**
   * The number and total bytes of a person's photos that exist or were deleted at or after `since` (milliseconds since
   * 1970).
   */
  storedBy(userId: string, since: number): Promise<{ photos: number; bytes: number }>;
  /** The newest photos of a person that nobody has reviewed, although somebody shall. */
  unreviewedPhotosOf(userId: string): Promise<readonly string[]>;
  /** All photos that were ever added with these bytes (SHA-256, hex), once `minPosition` is reached. */
  photosOf(sha256: string, minPosition: bigint): Promise<readonly SamePhoto[]>;
  /** The number of photos of a location, counted up to its limit. */
  photosOn(locationId: string): Promise<number>;
  /** The decisions of a batch in the order of the log, once `minPosition` is reached. */
  decisionsOf(batchId: string, minPosition: bigint): Promise<readonly BatchDecision[]>;
  /** How many locations that others than its submitter sent are approved or pending in the city. */
  placesOfOthers(cityId: string, minPosition: bigint): Promise<number>;
  /** The places that were merged into one, itself or through others, as far as the reading side knows. */
  mergedInto(locationId: string): Promise<readonly string[]>;
  /** Who began a batch, and when (milliseconds since 1970), once `minPosition` is reached. */
  batchOf(batchId: string, minPosition: bigint): Promise<BatchStart | undefined>;
  /** The mails to send about an event. Waits until the read models that they use have reached the event. */
  noticesOf(event: {
    readonly id: string;
    readonly type: string;
    readonly position: bigint;
    readonly data: unknown;
  }): Promise<readonly MailNotice[]>;
  /** The revision of a city's or location's event in its stream; undefined while the event is not known. */
  revisionOf(eventId: string): Promise<bigint | undefined>;
}

export function createCommandViews(context: QueryContext, freshness: Freshness<ModelName>): CommandViews {
  const { reader } = context.models.places;
  const after = (position: bigint) => freshness.atLeast(['places'], position);
  return {
    async city(id, viewer, minPosition) {
      await after(minPosition);
      const city = await reader.get<CityDocument>('cities', id);
      if (city === undefined || !isCitySeenBy(city, viewer)) throw new Refusal('city-not-found');
      return toCity(city);
    },
    async location(id, viewer, minPosition) {
      await after(minPosition);
      const [view] = await locationViews(
        context,
        [(await visibleLocation(context, id, viewer)).location],
        viewer,
      );
      if (view === undefined) throw new Refusal('location-not-found');
      return view;
    },
    async photo(id, viewer, minPosition) {
      await after(minPosition);
      const { photo, location } = await visiblePhoto(context, id, viewer);
      const credits = await creditsOf(context, [photo.uploadedBy]);
      return { ...toPhoto(photo, location.featuredPhotoId, credits), imageData: null };
    },
    async edit(id, viewer, minPosition) {
      await after(minPosition);
      const edit = await reader.get<EditDocument>('edits', id);
      const maySee = viewer?.canModerate === true || (viewer !== null && viewer.userId === edit?.userId);
      if (edit === undefined || !maySee) throw new Refusal('edit-not-found');
      return toEdit(edit);
    },
    async person(id, viewer, minPosition) {
      await freshness.atLeast(['people', 'places'], minPosition);
      return personForDesk(context, id, viewer);
    },
    async queueDetail(kind, id, minPosition) {
      await freshness.atLeast(detailUses, minPosition);
      return queueDetail(context, kind, id);
    },
    list: (list, viewer) => listView(context, list, viewer),
    async publicAmong(locationIds) {
      const found = await publicAmong(context, locationIds);
      return new Set(found.map(({ id }) => id));
    },
    waitingOf: (userId, limit) => waitingOf(reader, userId, context.models.closed, limit),
    hasApproved: (userId) => hasApproved(reader, userId),
    unreviewedPhotosOf: (userId) => unreviewedPhotosOf(reader, userId, context.models.closed),
    storedBy: (userId, since) => storedBy(reader, userId, since),
    async photosOf(sha256, minPosition) {
      await after(minPosition);
      return photosOf(reader, sha256);
    },
    photosOn: (locationId) => reader.count('photos', { locationId, present: true }, limits.photosOfPlace),
    async revisionOf(eventId) {
      const entry = await context.models.history.reader.get<HistoryDocument>('events', eventId);
      return entry && BigInt(entry.revision);
    },
    async noticesOf({ id, type, position, data }) {
      const [, answer] = /^reports-(upheld|dismissed|reopened)/.exec(type) ?? [];
      await freshness.atLeast([answer === undefined ? 'history' : 'reports', 'places'], position);
      if (answer === undefined) return noticesOfEntry(context, id);
      return noticesOfReports(context, data, answer === 'reopened' ? 'open' : answer);
    },
    async decisionsOf(batchId, minPosition) {
      await freshness.atLeast(['history'], minPosition);
      return decisionsOf(context, batchId);
    },
    async batchOf(batchId, minPosition) {
      await freshness.atLeast(['history'], minPosition);
      return batchOf(context, batchId);
    },
    async named(userIds) {
      const ids = distinct(userIds);
      const accounts = await accountsOf(context, ids);
      return ids.map((id) => actorOf(id, accounts));
    },
    async placesOfOthers(cityId, minPosition) {
      await after(minPosition);
      const city = await reader.get<CityDocument>('cities', cityId);
      if (city === undefined) return 0;
      const own = { cityId, submittedBy: city.submittedBy, status: 'approved' };
      const ofOthers = city.locationCount + city.pendingCount - city.ownPendingCount;
      return ofOthers - (await reader.count('locations', own));
    },
    mergedInto: async (id) => (await reader.get<LocationDocument>('locations', id))?.members ?? [],
    reached: after,
  };
}
