import { createHash } from 'node:crypto';

import { expect, it, onTestFinished } from 'vitest';

import { parseEvent, streamOf } from '#contracts/events';
import { Refusal } from '#contracts/shared/errors';
import { administrator, ordinaryPerson } from '#contracts/shared/person';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import { originalName } from '#platform/photo-store/index';

import { logOfTest, photosOfTest } from '../../test/harness/stores.ts';
import { createCommands } from '../commands.ts';
import { asRendered, bridgeIn, contextOf, noLookups, plainDeps, porto } from '../shared/given.test-helper.ts';
import { hashPhotos } from './hash-photos.ts';
import { redAboveBlue } from './images/test-pictures.ts';
import { createRenderer, type Renderer } from './images/render.ts';

const admin = administrator('admin');
const anna = ordinaryPerson('anna');
const running = new AbortController().signal;

/** A place with commands that decode pictures, and a way to add photos as earlier releases did, without a hash. */
async function createPlace(render?: Renderer['render']) {
  const [log, photos] = [await logOfTest(), await photosOfTest()];
  const renderer = createRenderer();
  onTestFinished(() => renderer[Symbol.asyncDispose]());
  const commandsWith = (by: Pick<Renderer, 'render'>) =>
    createCommands({
      ...plainDeps,
      streams: createFoldedStreams(log, parseEvent),
      lookups: noLookups,
      photos,
      renderer: by,
    });
  const given = commandsWith({ render: asRendered });
  const { id: cityId } = await given.city.submit(porto, contextOf(admin));
  const { id: locationId } = await given.location.submit(bridgeIn(cityId), contextOf(admin));
  const ids: string[] = [];

  async function hashes() {
    const found: Record<string, (string | null)[]> = {};
    for await (const raw of log.readAll()) {
      const event = parseEvent(raw);
      if (event.type !== 'photo-hashed.v1') continue;
      expect(event).toMatchObject({
        stream: streamOf.photo(event.data.photoId),
        metadata: { actor: 'system' },
      });
      (found[event.data.photoId] ??= []).push(event.data.differenceHash);
    }
    return found;
  }

  return {
    photos,
    renderer,
    hashes,
    commands: given.photo,
    async addOlder(bytes: Buffer): Promise<string> {
      const { id } = await given.photo.add({ locationId, fileName: 'a.png', bytes }, contextOf(anna));
      ids.push(id);
      return id;
    },
    /** One round of a new process. `limits` gets the number of photos that it asks for. */
    round(signal = running, limits: number[] = []) {
      const { photo } = commandsWith(render === undefined ? renderer : { render });
      // The reading side may be behind the log, so it names every photo.
      const photosWithoutHash = async (limit: number) => {
        limits.push(limit);
        return ids;
      };
      return hashPhotos({ photo, lookups: { photosWithoutHash }, clock: Date.now }, signal);
    },
  };
}

it('older photos that wait get the hash that an upload would have given them', async () => {
  const place = await createPlace();
  const picture = await redAboveBlue(400, 300).jpeg().toBuffer();
  const smaller = await redAboveBlue(320, 240).jpeg({ quality: 60 }).toBuffer();
  const ids = [await place.addOlder(picture), await place.addOlder(smaller)];
  const limits: number[] = [];
  expect(await place.round(running, limits)).toBe(2);
  const { differenceHash } = await place.renderer.render(picture);
  const expected = Object.fromEntries(ids.map((id) => [id, [differenceHash]]));
  expect(await place.hashes()).toEqual(expected);
  expect(limits).toEqual([100]);
  // Another process knows from the log that nothing is left, whatever the reading side says.
  expect(await place.round()).toBe(0);
  expect(await place.hashes()).toEqual(expected);
});

it('a picture that is damaged or missing is tried only once', async () => {
  const place = await createPlace();
  const damaged = await place.addOlder(Buffer.from('no picture'));
  const lost = await place.addOlder(Buffer.from('lost'));
  await place.photos.delete(originalName(createHash('sha256').update('lost').digest('hex')));
  const good = await place.addOlder(await redAboveBlue(40, 30).png().toBuffer());
  expect(await place.round()).toBe(3);
  const hashes = await place.hashes();
  expect(hashes).toEqual({
    [damaged]: [null],
    [lost]: [null],
    [good]: [expect.stringMatching(/^[0-9a-f]{16}$/)],
  });
  expect(await place.round()).toBe(0);
  expect(await place.hashes()).toEqual(hashes);
});

it('the picture of a photo that is decided is not decoded', async () => {
  let decoded = 0;
  const place = await createPlace(async (original) => {
    decoded += 1;
    return asRendered(original);
  });
  const [reviewed, removed, deleted] = [
    await place.addOlder(Buffer.from('1')),
    await place.addOlder(Buffer.from('2')),
    await place.addOlder(Buffer.from('3')),
  ];
  await place.commands.review(reviewed, contextOf(admin));
  await place.commands.remove(removed, 'Blurred', contextOf(admin));
  await place.commands.delete(deleted, contextOf(anna));
  expect(await place.round()).toBe(0);
  await place.commands.reopenReview(reviewed, contextOf(admin));
  expect(await place.round()).toBe(1);
  expect(decoded).toBe(1);
});

it('a machine that is too busy, or a service that stops, ends the round, and the next one goes on', async () => {
  let isBusy = true;
  let decoded = 0;
  const place = await createPlace(async (original) => {
    decoded += 1;
    if (isBusy) throw new Refusal('unavailable', { retryAfter: 30 });
    return asRendered(original);
  });
  for (const text of ['1', '2']) await place.addOlder(Buffer.from(text));
  expect(await place.round()).toBe(0);
  expect([decoded, await place.hashes()]).toEqual([1, {}]);
  isBusy = false;
  expect(await place.round(AbortSignal.abort())).toBe(0);
  expect(decoded).toBe(1);
  expect(await place.round()).toBe(2);
  expect(Object.keys(await place.hashes())).toHaveLength(2);
});
