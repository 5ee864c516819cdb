import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { noDetails } from '#contracts/photo/photo-details';
import {
  openPhotoStore,
  originalName,
  pictureName,
  renditionName,
  type PhotoStore,
} from '#platform/photo-store/index';
import { type RenderedPhoto, storePhoto } from './render.ts';
import { sweepPhotos } from './sweep-photos.ts';
import { folderOfTest } from '../../../test/harness/folders.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.now();
const sha = (letter: string) => letter.repeat(64);

async function freshStore() {
  const folder = folderOfTest();
  const store = await openPhotoStore({ folder });
  return {
    store,
    /** Makes all files of a photo look as if they had been stored that long ago. */
    age: async (sha256: string, milliseconds: number) => {
      const time = new Date(now - milliseconds);
      await utimes(join(folder, 'originals', sha256.slice(0, 2), sha256), time, time);
      for (const width of [320, 480]) {
        await utimes(join(folder, 'renditions', sha256.slice(0, 2), sha256, `${width}.webp`), time, time);
      }
    },
  };
}

const photo = (sha256: string): RenderedPhoto => ({
  original: Buffer.from('original'),
  sha256,
  mimeType: 'image/png',
  width: 500,
  height: 400,
  placeholder: 'linear-gradient(#000000,#000000)',
  details: noDetails,
  renditions: [320, 480].map((width) => ({ width, bytes: Buffer.from(`${width} of ${sha256}`) })),
});

const put = (store: PhotoStore, sha256: string) => storePhoto(store, photo(sha256));

async function names(store: PhotoStore): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['originals', 'renditions', 'pictures']) {
    for await (const { name } of store.list(folder)) found.push(name);
  }
  return found.sort();
}

const allOf = (...hashes: string[]): string[] =>
  hashes
    .flatMap((sha256) => [originalName(sha256), renditionName(sha256, 320), renditionName(sha256, 480)])
    .sort();

it('stores the original and every rendition under their names', async () => {
  const place = await freshStore();
  await put(place.store, sha('a'));
  expect(await names(place.store)).toEqual(allOf(sha('a')));
  const file = await place.store.open(renditionName(sha('a'), 480));
  expect(file && (await buffer(file.stream)).toString()).toBe(`480 of ${sha('a')}`);
});

it('removes all old files that no photo needs, and nothing else', async () => {
  const place = await freshStore();
  const { store } = place;
  for (const letter of ['a', 'b', 'c', 'd']) await put(store, sha(letter));
  await store.put(pictureName('old-town', 320), Buffer.from('x'));
  await place.age(sha('a'), 2 * day);
  await place.age(sha('b'), day / 2);
  await place.age(sha('c'), 2 * day);
  await place.age(sha('d'), 2 * day);
  const asked: string[] = [];
  const isNeeded = async (sha256: string) => {
    asked.push(sha256);
    return sha256 === sha('c');
  };
  expect(await sweepPhotos({ store, isNeeded, now, knownSince: 0 })).toBe(6);
  expect(await names(store)).toEqual([...allOf(sha('b'), sha('c')), pictureName('old-town', 320)].sort());
  expect(asked).not.toContain(sha('b'));
  expect(
    await sweepPhotos({ store, isNeeded: async () => false, now, keepFor: day / 4, knownSince: 0 }),
  ).toBe(6);
});

it('keeps files that are uploaded again before their event is appended', async () => {
  const place = await freshStore();
  const { store } = place;
  await put(store, sha('a'));
  await place.age(sha('a'), 100 * day);
  // The lookup starts, then an upload stores its files, and then the lookup answers without knowing of the upload.
  const isNeeded = async () => {
    await put(store, sha('a'));
    return false;
  };
  await sweepPhotos({ store, isNeeded, now, knownSince: 0 });
  expect(await names(store)).toEqual(allOf(sha('a')));
});
