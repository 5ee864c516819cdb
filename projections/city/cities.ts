import { setImmediate as nextTurn } from 'node:timers/promises';

import { applyChanges } from '#contracts/shared/changes';
import { cityFields, type CityFields } from '#contracts/city/fields';
import { pickFields } from '#contracts/shared/entity-fields';
import { normaliseText } from '#contracts/shared/normalise';
import { lifeAfter, newLife } from '#contracts/shared/life';
import type { CityStatusEvent } from '#contracts/city/events';
import type { Recorded } from '#contracts/events';
import { uploadedPictureOf } from '#contracts/photo/own-pictures';

import type { CityDocument, LocationDocument } from '#contracts/read-models';
import type { FieldValue, ReadModelReader } from '#platform/read-store/port';
import { countLocation, isClosed, noLocations, queuedIn } from './location-counts.ts';
import type { CollectionRules, Counting, EventOfType, Rule } from '../rule.ts';
import { shownWhere } from '../shared/public-change.ts';

const id = (event: { readonly data: { readonly cityId: string } }) => event.data.cityId;

/** Fields that only moderators see. */
const unseen = [
  'pendingCount',
  'ownPendingCount',
  'declinedCount',
  'editCount',
  'queuedLocations',
  'queuedEdits',
  'picture',
  'closed',
] as const satisfies readonly (keyof CityDocument)[];

const status: Rule<CityDocument, Recorded<CityStatusEvent>> = {
  id,
  apply: (city, event) => city && afterStatus(city, event),
};

export const cities: CollectionRules<CityDocument> = {
  collection: 'cities',
  rules: {
    'city-submitted.v1': { id, apply: (_, event) => newCity(event) },
    'city-approved.v1': status,
    'city-rejected.v1': {
      ...status,
      apply(city, event, related) {
        const rejected = status.apply(city, event, related);
        return rejected && { ...rejected, duplicateOf: event.data.duplicateOf ?? null };
      },
    },
    'city-withdrawn.v1': status,
    'city-reopened.v1': status,
    'city-resubmitted.v1': {
      ...status,
      apply(city, event) {
        return city && edit(afterStatus(city, event), event);
      },
    },
    'city-deleted.v1': status,
    'city-restored.v1': status,
    'city-edited.v1': { id, apply: (city, event) => city && edit(city, event) },
  },
  isShown: shownWhere((city) => city.status === 'approved', unseen),
  count: (cities, _members, reader) => Promise.all(cities.map((city) => countedAnew(city, reader))),
};

const afterStatus = (city: CityDocument, event: Recorded<CityStatusEvent>): CityDocument =>
  withNumbers({
    ...lifeAfter(city, event),
    updatedAt: event.metadata.time,
    revision: Number(event.revision),
  });

/** How a changed location changes its city's numbers. */
export const countedByCity: Counting<LocationDocument, CityDocument> = {
  counterOf: ({ cityId }) => cityId,
  change(city, before, after) {
    const counted = countLocation(city, before, after);
    const [was, is] = [numbersOf(before), numbersOf(after)];
    const photoCount = city.photoCount + is.photos - was.photos;
    const editCount = city.editCount + is.edits - was.edits;
    const same = counted === city && photoCount === city.photoCount && editCount === city.editCount;
    return same ? city : withNumbers({ ...counted, photoCount, editCount });
  },
};

/** What an approved location contributes to its city's numbers. */
function numbersOf(location: LocationDocument | undefined) {
  if (location?.status !== 'approved') return { photos: 0, edits: 0 };
  return { photos: location.photoCount, edits: location.editCount };
}

/** Recounts from all locations of the city. Needed only after an interrupted run. */
async function countedAnew(city: CityDocument, reader: ReadModelReader): Promise<CityDocument> {
  let counted = withNumbers({ ...city, ...noLocations, photoCount: 0, editCount: 0 });
  for await (const location of locationsOf(reader, city.id)) {
    counted = countedByCity.change(counted, undefined, location);
  }
  return JSON.stringify(counted) === JSON.stringify(city) ? city : counted;
}

const pageSize = 100; // documents; other work gets a turn after each page

/** Every location of a city, page by page. */
async function* locationsOf(reader: ReadModelReader, cityId: string): AsyncIterable<LocationDocument> {
  for (let after: readonly FieldValue[] | undefined; ; await nextTurn()) {
    const page: readonly LocationDocument[] = await reader.find<LocationDocument>('locations', {
      filter: { cityId },
      sort: [['createdAt', -1]],
      limit: pageSize,
      ...(after && { after }),
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = [last.createdAt, last.id];
  }
}

/** The city with what follows from its status and its numbers. */
const withNumbers = (city: CityDocument): CityDocument => ({
  ...city,
  queuedLocations: queuedIn(city),
  queuedEdits: city.status === 'approved' ? city.editCount : 0,
  closed: isClosed(city),
});

function newCity(event: EventOfType<'city-submitted.v1'>): CityDocument {
  const { cityId, name } = event.data;
  const { actor, time } = event.metadata;
  return {
    id: cityId,
    ...pickFields(cityFields, event.data),
    nameFolded: normaliseText(name),
    picture: uploadedPictureOf(event.data.imageUrl),
    ...newLife(actor),
    createdAt: time,
    updatedAt: time,
    revision: Number(event.revision),
    duplicateOf: null,
    ...noLocations,
    photoCount: 0,
    editCount: 0,
    queuedLocations: 0,
    queuedEdits: 0,
    closed: false,
  };
}

function edit(
  city: CityDocument,
  event: EventOfType<'city-edited.v1' | 'city-resubmitted.v1'>,
): CityDocument {
  const changed = { ...city, ...applyChanges<CityFields>(city, event.data.changes) };
  return {
    ...changed,
    nameFolded: normaliseText(changed.name),
    picture: uploadedPictureOf(changed.imageUrl),
    updatedAt: event.metadata.time,
    revision: Number(event.revision),
  };
}
