import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { Viewer } from '#contracts/shared/parse';
import { by } from '#contracts/shared/read-model-declaration';
import type { City } from '#contracts/city/views';
import type { PendingEdit, Location } from '#contracts/location/views';
import type { PersonForDesk } from '#contracts/account/views';
import type { Photo } from '#contracts/photo/views';
import type { CityDocument, EditDocument, LocationDocument } from '#contracts/read-models';
import type { StoredList } from '#platform/record-store/index';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import type { QueueKind } from '#contracts/moderation/words';
import type { RecordedEvent } from '#contracts/shared/recorded-event';

import type { Freshness } from '#platform/queries/positions';
import type { ModelName } from './models.ts';
import { noticesOfEntry, noticesOfReports } from './mail/notices.ts';
import { creditsOf } from './account/public-people.ts';
import { locationViews, publicAmong } from './location/location-views.ts';
import { visibleLocation } from './location/locations.ts';
import { personForDesk } from './account/people.ts';
import { visiblePhoto } from './photo/photos.ts';
import { accountsOf, actorOf } from './account/person-view.ts';
import { distinct, type QueryContext } from './query-context.ts';
import { batchOf, decisionsOf, hasApproved, waitingOf } from './moderation/for-commands.ts';
import { photosOf, storedBy, unreviewedPhotosOf } from './photo/stored-photos.ts';
import { queueDetail, detailUses } from './moderation/queue/detail.ts';
import { visibleCity } from './city/cities.ts';
import { toCity } from './city/view.ts';
import { toEdit } from './location/edit-view.ts';
import { toPhoto } from './photo/view.ts';
import { listView } from './list/lists.ts';

/**
 * The views that the command service reads to answer a command with the changed entity, and its lookups, which are
 * documented with the commands that use them. Those with a `minPosition` wait for it first and throw the same Refusal
 * as a GET.
 */
export type CommandViews = ReturnType<typeof createCommandViews>;

export function createCommandViews(context: QueryContext, freshness: Freshness<ModelName>) {
  const { reader } = context.models.places;
  const after = (position: bigint) => freshness.atLeast(['places'], position);
  return {
    async city(id: string, viewer: Viewer, minPosition: bigint): Promise<City> {
      await after(minPosition);
      return toCity(await visibleCity(context, id, viewer));
    },
    async location(id: string, viewer: Viewer, minPosition: bigint): Promise<Location> {
      await after(minPosition);
      const [view] = await locationViews(
        context,
        [(await visibleLocation(context, id, viewer)).location],
        viewer,
      );
      if (view === undefined) throw new Refusal('location-not-found');
      return view;
    },
    async photo(id: string, viewer: Viewer, minPosition: bigint): Promise<Photo> {
      await after(minPosition);
      const { photo, location } = await visiblePhoto(context, id, viewer);
      const credits = await creditsOf(context, [photo.uploadedBy]);
      return { ...toPhoto(photo, location.featuredPhotoId, credits), imageData: null };
    },
    async edit(id: string, viewer: Viewer, minPosition: bigint): Promise<PendingEdit> {
      await after(minPosition);
      const edit = await reader.get<EditDocument>('edits', id);
      const maySee = viewer?.canModerate === true || (viewer !== null && viewer.userId === edit?.userId);
      if (edit === undefined || !maySee) throw new Refusal('edit-not-found');
      return toEdit(edit);
    },
    async person(id: string, viewer: Viewer, minPosition: bigint): Promise<PersonForDesk> {
      await freshness.atLeast(['places', 'reports'], minPosition);
      return personForDesk(context, id, viewer);
    },
    async queueDetail(kind: QueueKind, id: string, minPosition: bigint) {
      await freshness.atLeast(detailUses, minPosition);
      return queueDetail(context, kind, id);
    },
    list: (list: StoredList, viewer: Viewer) => listView(context, list, viewer),
    async publicAmong(locationIds: readonly string[]) {
      const found = await publicAmong(context, locationIds);
      return new Set(found.map(({ id }) => id));
    },
    waitingOf: (userId: string, limit: number) => waitingOf(reader, userId, context.models.closed, limit),
    hasApproved: (userId: string) => hasApproved(reader, userId),
    unreviewedPhotosOf: (userId: string) => unreviewedPhotosOf(reader, userId, context.models.closed),
    async photosWithoutHash(limit: number) {
      const photos = await context.models.queue.reader.find('photos', {
        filter: { state: 'waiting', lacksHash: true },
        sort: [by('submittedAt')],
        limit,
        keysOnly: true,
      });
      return photos.map(({ id }) => id);
    },
    storedBy: (userId: string, since: number) => storedBy(reader, userId, since),
    async photosOf(sha256: string, minPosition: bigint) {
      await after(minPosition);
      return photosOf(reader, sha256);
    },
    photosOn: (locationId: string) =>
      reader.count('photos', { locationId, present: true }, limits.photosOfPlace),
    async revisionOf(eventId: string) {
      const entry = await context.models.history.reader.get<HistoryDocument>('events', eventId);
      return entry && BigInt(entry.revision);
    },
    /** The emails to send about an event. Waits until the read models that they use have processed the event. */
    async noticesOf({ id, type, position, data }: Pick<RecordedEvent, 'id' | 'type' | 'position' | 'data'>) {
      const [, response] = /^reports-(upheld|dismissed|reopened)/.exec(type) ?? [];
      await freshness.atLeast([response === undefined ? 'history' : 'reports', 'places'], position);
      if (response === undefined) return noticesOfEntry(context, id);
      return noticesOfReports(context, data, response === 'reopened' ? 'open' : response);
    },
    async decisionsOf(batchId: string, minPosition: bigint) {
      await freshness.atLeast(['history'], minPosition);
      return decisionsOf(context, batchId);
    },
    async batchOf(batchId: string, minPosition: bigint) {
      await freshness.atLeast(['history'], minPosition);
      return batchOf(context, batchId);
    },
    async named(userIds: readonly string[]) {
      const ids = distinct(userIds);
      const accounts = await accountsOf(context, ids);
      return ids.map((id) => actorOf(id, accounts));
    },
    async placesOfOthers(cityId: string, minPosition: bigint) {
      await after(minPosition);
      const city = await reader.get<CityDocument>('cities', cityId);
      if (city === undefined) return 0;
      const own = { cityId, submittedBy: city.submittedBy, status: 'approved' };
      const ofOthers = city.locationCount + city.pendingCount - city.ownPendingCount;
      return ofOthers - (await reader.count('locations', own));
    },
    mergedInto: async (id: string) => (await reader.get<LocationDocument>('locations', id))?.members ?? [],
    reached: after,
  };
}
