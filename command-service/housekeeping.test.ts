import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pino from 'pino';
import { expect, it } from 'vitest';

import { keepHouse } from './housekeeping.ts';
import { openPhotoStore, originalName, renditionName } from './photo-store/index.ts';
import { openRecordStore } from './record-store/index.ts';

const day = 24 * 60 * 60 * 1000;
const logger = pino({ level: 'silent' });
const needed = 'a'.repeat(64);
const unneeded = 'b'.repeat(64);

it('drops what is over and keeps what is not, a month of deleted photos included', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'housekeeping-'));
  {
    await using records = await openRecordStore({ path: join(folder, 'records.db') });
    await using photos = await openPhotoStore({ folder: join(folder, 'photos') });
    const start = Date.now();
    const sess = { userId: 'ada', accessHash: 'x', accessExpire: 0, refreshHash: 'y', createdAt: start };
    await records.sessions.put({ sid: 'short', sess, expire: start + day });
    await records.sessions.put({ sid: 'long', sess, expire: start + 60 * day });
    const names = [needed, unneeded].flatMap((sha256) => [originalName(sha256), renditionName(sha256, 320)]);
    for (const name of names) await photos.put(name, Buffer.from(name));

    const asked: number[] = [];
    const keepHouseAt = (now: number) =>
      keepHouse({
        records,
        photos,
        clock: () => now,
        logger,
        neededPhotos: async (keptSince) => {
          asked.push(keptSince);
          return async (sha256) => sha256 === needed;
        },
      });

    await keepHouseAt(start + 29 * day);
    expect(await Promise.all(names.map((name) => photos.has(name)))).toEqual([true, true, true, true]);
    // Sessions are looked up as of their own time, so that only the sweep can have removed one.
    expect(await records.sessions.get('short', start)).toBeUndefined();
    expect(await records.sessions.get('long', start)).toBeDefined();

    await keepHouseAt(start + 31 * day);
    expect(await Promise.all(names.map((name) => photos.has(name)))).toEqual([true, true, false, false]);
    expect(asked).toEqual([start - day, start + day]);
  }
  await rm(folder, { recursive: true });
});

it('removes no bytes while it is not known which are needed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'housekeeping-'));
  {
    await using records = await openRecordStore({ path: join(folder, 'records.db') });
    await using photos = await openPhotoStore({ folder: join(folder, 'photos') });
    await photos.put(originalName(unneeded), Buffer.from('bytes'));
    const notKnown = async () => Promise.reject(new Error('not caught up'));
    const clock = () => Date.now() + 365 * day;
    const round = keepHouse({ records, photos, clock, logger, neededPhotos: async () => notKnown });
    await expect(round).rejects.toThrow('not caught up');
    expect(await photos.has(originalName(unneeded))).toBe(true);
  }
  await rm(folder, { recursive: true });
});
