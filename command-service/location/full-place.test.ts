import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import { limits } from '#contracts/shared/limits';
import { noDetails } from '#contracts/photo/photo-details';
import { administrator } from '#contracts/shared/person';
import { openEventLog, type EventLog } from '#platform/event-log/index';
import { openPhotoStore, type PhotoStore } from '#platform/photo-store/index';
import { openRecordStore, type RecordStore } from '#platform/record-store/index';

import { createFoldedStreams } from '#platform/commands/folded-streams';
import type { CommandContext } from '#platform/commands/handle-command';
import { createPhotoLimit } from '../photo/photo-limit.ts';
import { createCommands, type Commands } from '../commands.ts';
import { plainDeps } from '../shared/given.test-helper.ts';
import { folderOfTest } from '../../test/harness/folders.ts';

let folder: string;
let log: EventLog;
let photos: PhotoStore;
let records: RecordStore;
let commands: Commands;

beforeEach(async () => {
  folder = folderOfTest();
  log = await openEventLog({ path: path.join(folder, 'events.db'), streamPrefix: '' });
  photos = await openPhotoStore({ folder: path.join(folder, 'photos') });
  records = await openRecordStore({ path: path.join(folder, 'records.db') });
  // The reading side has not processed the deletion yet.
  const known = {
    storedBy: async () => ({ photos: 0, bytes: 0 }),
    photosOn: async () => limits.photosOfPlace,
  };
  commands = createCommands({
    ...plainDeps,
    streams: createFoldedStreams(log, parseEvent),
    photoLimit: createPhotoLimit(records, known),
    photos,
    renderer: { render: rendered },
  });
});
afterEach(async () => {
  for (const each of [photos, records, log]) await each[Symbol.asyncDispose]();
});

const rendered = async (original: Buffer) => ({
  original,
  sha256: createHash('sha256').update(original).digest('hex'),
  mimeType: 'image/png' as const,
  width: 32,
  height: 32,
  placeholder: '#102030',
  renditions: [{ width: 32, bytes: original }],
  details: noDetails,
});
const admin = administrator(randomUUID());
const given = (): CommandContext => {
  const commandId = randomUUID();
  return { commandId, actor: admin, correlationId: commandId, time: new Date() };
};

it('a full place has room as soon as one of its photos is deleted, until that photo is restored', async () => {
  const { city, location, photo } = commands;
  const imageUrl = 'https://example.org/porto.jpg';
  const { id: cityId } = await city.submit({ name: 'Porto', country: 'Portugal', imageUrl }, given());
  const place = { name: 'Bridge', description: 'Iron', cityId, category: 'viewpoint' as const };
  const { id: locationId } = await location.submit(place, given());
  const add = (name: string) =>
    photo.add({ locationId, fileName: `${name}.png`, bytes: Buffer.from(name) }, given());
  const tooMany = { code: 'too-many-photos' };

  await records.quotas.set(`photos-on:${locationId}`, limits.photosOfPlace - 1);
  const { id } = await add('first');
  await expect(add('second')).rejects.toMatchObject(tooMany);
  await photo.delete(id, given());
  await photo.delete(id, given()).catch(() => undefined);
  const { id: next } = await add('second');
  await expect(add('third')).rejects.toMatchObject(tooMany);

  await photo.delete(next, given());
  await photo.restore(next, { ...given(), actor: administrator(randomUUID()) });
  await expect(add('third')).rejects.toMatchObject(tooMany);
});
