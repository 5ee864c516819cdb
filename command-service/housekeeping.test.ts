import pino from 'pino';
import { expect, it } from 'vitest';

import { runHousekeeping } from './housekeeping.ts';
import { photosKnownSince, writeLogOfPhotos } from '#platform/log-integrity/known-log';
import { originalName, pictureName, renditionName } from '#platform/photo-store/index';
import { photosOfTest, recordsOfTest } from '../test/harness/stores.ts';

const day = 24 * 60 * 60 * 1000;
/** What a round does besides. */
const nothingElse = {
  logger: pino({ level: 'silent' }),
  finishCommands: async () => undefined,
  hashPhotos: async () => 0,
};
const { signal } = new AbortController();
const needed = 'a'.repeat(64);
const unneeded = 'b'.repeat(64);

it('deletes expired data and, after a day, files that no photo needs, and keeps the rest', async () => {
  const [records, photos] = [await recordsOfTest(), await photosOfTest()];
  const start = Date.now();
  const sess = { userId: 'ada', accessHash: 'x', accessExpire: 0, refreshHash: 'y', createdAt: start };
  await records.sessions.put({ sid: 'short', sess, expire: start + day / 4 });
  await records.sessions.put({ sid: 'long', sess, expire: start + 60 * day });
  const names = [needed, unneeded].flatMap((sha256) => [originalName(sha256), renditionName(sha256, 320)]);
  for (const name of names) await photos.put(name, Buffer.from(name));

  const timesAsked: number[] = [];
  const runHousekeepingAt = (now: number) =>
    runHousekeeping(
      {
        records,
        photos,
        clock: () => now,
        ...nothingElse,
        photosSince: async () => 0,
        neededPictures: async () => async () => true,
        neededPhotos: async (keptSince) => {
          timesAsked.push(keptSince);
          return async (sha256) => sha256 === needed;
        },
      },
      signal,
    );

  await runHousekeepingAt(start + day / 2);
  expect(await Promise.all(names.map((name) => photos.has(name)))).toEqual([true, true, true, true]);
  // Sessions are read at a time when they were valid, so a missing one was removed by the sweep.
  expect(await records.sessions.get('short', start)).toBeUndefined();
  expect(await records.sessions.get('long', start)).toBeDefined();

  await runHousekeepingAt(start + 2 * day);
  expect(await Promise.all(names.map((name) => photos.has(name)))).toEqual([true, true, false, false]);
  expect(timesAsked).toEqual([start - 36.5 * day, start - 35 * day]);
});

it('deletes a picture that no city uses a week after its upload, but no sample picture', async () => {
  const [records, photos] = [await recordsOfTest(), await photosOfTest()];
  const names = [needed, unneeded, 'porto'].map((picture) => pictureName(picture, 320));
  for (const name of names) await photos.put(name, Buffer.from(name));
  const start = Date.now();
  const left = async (days: number) => {
    await runHousekeeping(
      {
        records,
        photos,
        clock: () => start + days * day,
        ...nothingElse,
        photosSince: async () => 0,
        neededPhotos: async () => async () => false,
        neededPictures: async () => async (picture) => picture !== unneeded,
      },
      signal,
    );
    return Promise.all(names.map((name) => photos.has(name)));
  };
  expect(await left(6)).toEqual([true, true, true]);
  expect(await left(8)).toEqual([true, false, true]);
  // Uploading it again stores it again.
  await photos.put(pictureName(unneeded, 320), Buffer.from('again'));
  expect(await left(6)).toEqual([true, true, true]);
});

it('removes no bytes while it is unknown which of them are needed', async () => {
  const [records, photos] = [await recordsOfTest(), await photosOfTest()];
  await photos.put(originalName(unneeded), Buffer.from('bytes'));
  await photos.put(pictureName(unneeded, 320), Buffer.from('bytes'));
  const notKnown = async () => Promise.reject(new Error('not caught up'));
  const clock = () => Date.now() + 365 * day;
  const round = runHousekeeping(
    {
      records,
      photos,
      clock,
      ...nothingElse,
      photosSince: async () => 0,
      neededPictures: async () => notKnown,
      neededPhotos: async () => notKnown,
    },
    signal,
  );
  await expect(round).rejects.toThrow('not caught up');
  expect(await photos.has(originalName(unneeded))).toBe(true);
  expect(await photos.has(pictureName(unneeded, 320))).toBe(true);
});

it("removes no photo that is older than the log's replacement of another log", async () => {
  const [records, photos] = [await recordsOfTest(), await photosOfTest()];
  await photos.put(originalName(unneeded), Buffer.from('bytes'));
  await photos.put(pictureName(unneeded, 320), Buffer.from('bytes'));
  const keep = (photosSince: () => Promise<number>) =>
    runHousekeeping(
      {
        ...nothingElse,
        records,
        photos,
        clock: () => Date.now() + 400 * day,
        photosSince,
        neededPictures: async () => async () => false,
        neededPhotos: async () => async () => false,
      },
      signal,
    );
  await writeLogOfPhotos(photos, { logId: 'first', before: [], replacedAnotherAt: null });
  await writeLogOfPhotos(photos, {
    logId: 'second',
    before: ['first'],
    replacedAnotherAt: Date.now() + 1000,
  });
  await expect(keep(() => photosKnownSince(photos, 'first'))).rejects.toThrow('do not belong to log first');
  await keep(() => photosKnownSince(photos, 'second'));
  expect(await photos.has(originalName(unneeded))).toBe(true);
  expect(await photos.has(pictureName(unneeded, 320))).toBe(true);
  // A store that has only ever had one log is swept.
  await writeLogOfPhotos(photos, { logId: 'second', before: ['second'], replacedAnotherAt: 0 });
  await keep(() => photosKnownSince(photos, 'second'));
  expect(await photos.has(originalName(unneeded))).toBe(false);
  expect(await photos.has(pictureName(unneeded, 320))).toBe(false);
});
