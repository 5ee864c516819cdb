import { expect, it } from 'vitest';

import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';

import { createPhotoLimit } from './photo-limit.ts';
import { recordsOfTest } from '../../test/harness/stores.ts';

const photo = { userId: 'anna', locationId: 'ribeira', bytes: 3_000_000, now: 1_000_000 };
const photosKey = 'photos:anna';
const bytesKey = 'photo-bytes:anna';
const placeKey = 'photos-on:ribeira';

/** A limit over real records. `known`: what the read model would answer; tests may change it. */
async function world() {
  const { quotas } = await recordsOfTest();
  const known = { photos: 0, bytes: 0, place: 0, looks: 0 };
  const limit = createPhotoLimit(
    { quotas },
    {
      storedBy: async () => {
        known.looks += 1;
        return { photos: known.photos, bytes: known.bytes };
      },
      photosOn: async () => known.place,
    },
  );
  return {
    limit,
    known,
    quotas,
    amounts: () => Promise.all([photosKey, bytesKey, placeKey].map((key) => quotas.amount(key))),
  };
}

const tooMany = (reservation: Promise<unknown>) =>
  expect(reservation).rejects.toEqual(new Refusal('too-many-photos'));

it('counts a photo and its bytes for its person and its place until it is taken back', async () => {
  const place = await world();
  const takeBack = await place.limit.reserve(photo);
  await place.limit.reserve({ ...photo, bytes: 5 });
  expect(await place.amounts()).toEqual([2, 3_000_005, 2]);
  await takeBack();
  expect(await place.amounts()).toEqual([1, 5, 1]);
});

it.each([
  [photosKey, limits.photosOfPerson, { photos: limits.photosOfPerson, bytes: 1, place: 1 }],
  [bytesKey, limits.photoBytesOfPerson, { photos: 1, bytes: limits.photoBytesOfPerson, place: 1 }],
  [placeKey, limits.photosOfPlace, { photos: 1, bytes: 1, place: limits.photosOfPlace }],
])(
  'refuses further photos if %s is full, and then none of the other counters counts them',
  async (key, most, known) => {
    const place = await world();
    Object.assign(place.known, known);
    for (const each of [photosKey, bytesKey, placeKey]) await place.quotas.set(each, 1);
    await place.quotas.set(key, most);
    const before = await place.amounts();
    await tooMany(place.limit.reserve(photo));
    expect(await place.amounts()).toEqual(before);
  },
);

it('corrects a full counter from what is stored, at most once a minute', async () => {
  const place = await world();
  const full = { photos: limits.photosOfPerson, bytes: 10, place: 3 };
  Object.assign(place.known, full);
  await place.quotas.set(photosKey, limits.photosOfPerson);
  for (let attempt = 0; attempt < 5; attempt += 1) await tooMany(place.limit.reserve(photo));
  expect(place.known.looks).toBe(1);
  place.known.photos = 40;
  await tooMany(place.limit.reserve(photo));
  await place.limit.reserve({ ...photo, now: photo.now + 60_000 });
  expect(place.known.looks).toBe(2);
  expect((await place.amounts())[0]).toBe(41);
});

it('makes room on a full place as soon as one of its photos is deleted, and counts one that is restored', async () => {
  const place = await world();
  const full = limits.photosOfPlace;
  Object.assign(place.known, { place: full });
  await place.quotas.set(placeKey, full);
  await tooMany(place.limit.reserve(photo));
  await place.limit.deleted(photo.locationId);
  await place.limit.reserve(photo);
  await tooMany(place.limit.reserve(photo));
  await place.limit.deleted(photo.locationId);
  await place.limit.restored(photo.locationId);
  await tooMany(place.limit.reserve(photo));
});

it('does not count a restored photo as the first of a place that was never counted', async () => {
  const place = await world();
  await place.limit.restored(photo.locationId);
  expect(await place.amounts()).toEqual([0, 0, 0]);
});

it('starts from what is stored if the records are younger than the log', async () => {
  const place = await world();
  Object.assign(place.known, { photos: 7, bytes: 700, place: limits.photosOfPlace });
  await tooMany(place.limit.reserve(photo));
  expect(await place.amounts()).toEqual([7, 700, limits.photosOfPlace]);
});
