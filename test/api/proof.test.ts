import { createHash } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { Evidence, Receipt, type ProvedEvent } from '#contracts/moderation/proof';
import { HistoryEntry, Submission } from '#contracts/moderation/views';
import { About } from '#contracts/shared/about';
import { checkFile, Flaw, verifyCommand } from '#apps/operator/verify-command';
import { captureOutput } from '#projections/testing/cli-output';

import type { ApiResponse, Client, Entity } from './client.ts';
import {
  cityInput,
  decide,
  givenCity,
  givenEdit,
  givenLocation,
  givenPublicLocation,
  itemOf,
  missingId,
  reportItem,
} from './given.ts';
import { addPhoto, pictureBytes } from './pictures.ts';
import { startWithPeople, type Person } from './server.ts';

const { server, admin, anna: owner, ben: other } = await startWithPeople();
const moderator = await server.registerModerator('Moderator');
const folder = server.folder.path;
const { publicKey } = About.parse((await server.visitor.get('/api/about')).body);

/** The bytes of a response, which must be a file. */
async function fileFrom(who: Client, path: string): Promise<Buffer> {
  const response = await who.get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.json"$/);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  return Buffer.from(JSON.stringify(response.body));
}

async function verify(bytes: Uint8Array, ...options: string[]) {
  const path = join(folder, `file-${Math.random()}.json`);
  await writeFile(path, bytes);
  const output = captureOutput({});
  const code = await verifyCommand([path, ...options], output);
  return { code, printed: output.printed, statuses: output.statuses };
}

/** The first error of a file, whatever key signed it. */
function flawOf(bytes: Uint8Array): string | undefined {
  try {
    checkFile(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof Flaw) return error.message;
    throw error;
  }
}

const latestPosition = async (path: string): Promise<string> => {
  admin.follow(moderator);
  const [latest] = (await admin.get(`${path}/history?sort=newest`)).body;
  return latest?.position ?? '';
};

/** A place of the owner's that a moderator declined, and the position of that decision. */
async function declinedPlace(reason: string) {
  const home = await givenCity(admin);
  owner.follow(admin);
  const place = await givenLocation(owner, home.id);
  moderator.follow(owner);
  await moderator.post(`/api/admin/locations/${place.id}/reject`, { reason });
  return { place, position: await latestPosition(`/api/admin/locations/${place.id}`) };
}

describe('evidence', () => {
  it('of a city, a location with its photos, and a photo is valid with the public key', async () => {
    const home = await givenCity(admin, { ...cityInput(), name: 'Łódź "quoted" \u2028' });
    owner.follow(admin);
    const place = await givenLocation(owner, home.id);
    admin.follow(owner);
    await decide(admin, 'locations', place.id, 'approve');
    owner.follow(admin);
    const bytes = await pictureBytes('png', 16, 16);
    const photo = (await addPhoto(owner, place.id, bytes)).body;
    const gone = (await addPhoto(owner, place.id, await pictureBytes('png', 16, 16))).body;
    await owner.delete(`/api/photos/${gone.id}`);
    await givenEdit(owner, place.id, { name: 'Another name' });
    admin.follow(owner);
    for (const [path, events, photos] of [
      [`cities/${home.id}`, ['city-submitted.v1', 'city-approved.v1'], 0],
      [
        `locations/${place.id}`,
        [
          ...['location-submitted.v1', 'location-approved.v1', 'location-edit-proposed.v1'],
          ...['photo-added.v1', 'photo-added.v1', 'photo-deleted.v2'],
        ],
        2,
      ],
      [`photos/${photo.id}`, ['photo-added.v1'], 1],
    ] as const) {
      const file = await fileFrom(admin, `/api/admin/${path}/evidence`);
      const evidence = Evidence.parse(JSON.parse(file.toString()));
      const types = evidence.events.map(({ event }) => event.type);
      expect(types.toSorted()).toEqual([...events].toSorted());
      expect(evidence.photos).toHaveLength(photos);
      expect(await verify(file, '--key', publicKey)).toMatchObject({ code: 0, printed: ['valid'] });
      expect(await verify(file)).toMatchObject({
        code: 1,
        printed: ['consistent, signed by an unknown key'],
      });
      const another = await verify(file, '--key', 'ab'.repeat(32));
      expect(another).toMatchObject({ code: 1, printed: [`signed by another key: ${publicKey}`] });
    }
    const { photos } = Evidence.parse((await admin.get(`/api/admin/photos/${photo.id}/evidence`)).body);
    expect(photos).toEqual([{ id: photo.id, sha256: createHash('sha256').update(bytes).digest('hex') }]);
  });

  it('of merged locations is valid, and each one’s has its own photos', async () => {
    const place = await givenPublicLocation(server);
    const into = await givenLocation(admin, place.cityId);
    owner.follow(admin);
    const mine = (await addPhoto(owner, place.id, await pictureBytes('png', 16, 16))).body;
    const theirs = (await addPhoto(owner, into.id, await pictureBytes('png', 16, 16))).body;
    admin.follow(owner);
    expect((await admin.post(`/api/admin/locations/${place.id}/merge`, { into: into.id })).status).toBe(200);
    const photosOf = async ({ id }: Entity) => {
      const file = await fileFrom(admin, `/api/admin/locations/${id}/evidence`);
      expect(await verify(file, '--key', publicKey)).toMatchObject({ code: 0, printed: ['valid'] });
      return Evidence.parse(JSON.parse(file.toString())).photos.map((photo) => photo.id);
    };
    expect(await photosOf(place)).toEqual([mine.id]);
    expect(await photosOf(into)).toEqual([theirs.id]);
  });

  it('with a changed byte is invalid, whichever byte it is', async () => {
    const home = await givenCity(owner);
    admin.follow(owner);
    await decide(admin, 'cities', home.id, 'reject');
    const file = await fileFrom(admin, `/api/admin/cities/${home.id}/evidence`);
    expect(await verify(file, '--key', publicKey)).toMatchObject({ printed: ['valid'] });
    for (const bit of [1, 4, 32, 128]) {
      for (let at = 0; at < file.length; at += 1) {
        const changed = Buffer.from(file);
        changed[at] = (changed[at] ?? 0) ^ bit;
        expect(flawOf(changed), `byte ${at}, bit ${bit}`).toBeDefined();
      }
    }
    for (const cut of [file.subarray(0, -1), file.subarray(1), Buffer.concat([file, Buffer.from('\n')])])
      expect(flawOf(cut)).toBeDefined();
  });

  it('with a missing, added or exchanged part is invalid, even before the signature is checked', async () => {
    const home = await givenCity(owner);
    admin.follow(owner);
    await decide(admin, 'cities', home.id, 'reject');
    const other = Evidence.parse((await admin.get(`/api/admin/cities/${home.id}/evidence`)).body);
    const again = await givenCity(owner);
    admin.follow(owner);
    await decide(admin, 'cities', again.id, 'approve');
    const file = (await fileFrom(admin, `/api/admin/cities/${again.id}/evidence`)).toString();
    const changed = (change: (evidence: Evidence, first: ProvedEvent, second: ProvedEvent) => void) => {
      const evidence = Evidence.parse(JSON.parse(file));
      const [first, second] = evidence.events;
      if (first === undefined || second === undefined) throw new Error('there are two');
      change(evidence, first, second);
      return flawOf(Buffer.from(JSON.stringify(evidence)));
    };
    expect(changed((_it, _first, second) => (second.event.type = 'city-rejected.v1'))).toMatch(
      /^position \d+: the event is not the one/,
    );
    expect(changed((it) => it.events.shift())).toMatch(/before revision 1 are missing$/);
    expect(changed((it) => it.events.pop())).toMatch(/^the file does not have its key’s signature/);
    expect(changed((it) => it.events.reverse())).toMatch(/are missing$/);
    expect(changed((_it, first) => Object.assign(first, other.events[0]))).toMatch(
      /does not lead to the tree head’s root$/,
    );
    expect(changed((it) => (it.treeHead = other.treeHead))).toMatch(/does not lead to the tree head’s root$/);
    expect(changed((_it, first) => (first.index += 1))).toMatch(/^position/);
    expect(changed((_it, first, second) => (first.position = second.position))).toMatch(/not in order$/);
    expect(changed((_it, first) => (first.previousHash = ''))).toMatch(/not the one that has this hash$/);
    expect(changed((it) => (it.entity.id = missingId))).toMatch(/the event is not of city/);
    expect(changed((it) => (it.entity.type = 'photo'))).toMatch(/the event is not of photo/);
    expect(changed((it) => it.photos.push({ id: missingId, sha256: 'ab'.repeat(32) }))).toMatch(
      /^the photos are not/,
    );
    expect(changed((it) => (it.events = []))).toBe('there are no events in it');
    expect(changed((it) => (it.treeHead.at = new Date(0).toISOString()))).toMatch(
      /^the tree head does not have/,
    );
    expect(changed((it) => Object.assign(it, { more: 1 }))).toBe('its text is not in its original form');
    expect(changed((it) => Object.assign(it, { treeHead: undefined }))).toBe(
      'it is neither evidence nor a receipt: treeHead is missing or malformed',
    );
    expect(flawOf(Buffer.from(JSON.stringify(JSON.parse(file), null, 1)))).toBe(
      'its text is not in its original form',
    );
    expect(flawOf(Buffer.from(file.replace('"events"', '"events":[],"events"')))).toBe(
      'its text is not in its original form',
    );
    for (const nothing of ['', 'null', '[]', '{}', '"x"', '['.repeat(100_000)])
      expect(flawOf(Buffer.from(nothing))).toMatch(/^it is /);
  });

  it('is 404 for an unknown object', async () => {
    for (const what of ['cities', 'locations', 'photos'])
      expect((await admin.get(`/api/admin/${what}/${missingId}/evidence`)).status).toBe(404);
    expect((await admin.get('/api/admin/cities/x/evidence')).status).toBe(400);
  });
});

describe('a receipt', () => {
  it('is the same for the submitter and moderators, names nobody, and shows the reason only to moderators', async () => {
    const { place, position } = await declinedPlace('Somebody complained');
    const path = `/api/history/${position}/receipt`;
    const files = new Map<string, Buffer>();
    for (const [name, who] of Object.entries({ owner, moderator, admin })) {
      const file = await fileFrom(who, path);
      files.set(name, file);
      expect(await verify(file, '--key', publicKey)).toMatchObject({ code: 0, printed: ['valid'] });
      const receipt = JSON.parse(file.toString());
      expect(receipt.entity).toEqual({ type: 'location', id: place.id });
      expect(receipt.events[0].event).toMatchObject({ type: 'location-rejected.v1', seen: null });
      for (const { id } of [owner, moderator, admin]) expect(file.toString()).not.toContain(id);
    }
    expect(files.get('owner')?.toString()).not.toContain('Somebody complained');
    expect(files.get('moderator')?.toString()).toContain('Somebody complained');
  });

  it('of a merging names the other place, and no person', async () => {
    const { place } = await declinedPlace('Sent twice');
    moderator.follow(owner);
    await moderator.post(`/api/admin/locations/${place.id}/reopen`);
    const into = await givenLocation(admin, place['cityId'], { name: 'It stays' });
    moderator.follow(admin);
    const input = { into: into.id, fields: ['name'], photos: false };
    expect((await moderator.post(`/api/admin/locations/${place.id}/merge`, input)).status).toBe(200);
    const position = await latestPosition(`/api/admin/locations/${place.id}`);
    owner.follow(moderator);
    const mine = (await owner.get('/api/submissions')).body;
    expect(mine.find(({ entityId }: Entity) => entityId === place.id)).toMatchObject({
      decisionPosition: position,
      status: 'rejected',
    });
    for (const who of [owner, moderator]) {
      const file = await fileFrom(who, `/api/history/${position}/receipt`);
      expect(await verify(file, '--key', publicKey)).toMatchObject({ code: 0, printed: ['valid'] });
      const receipt = Receipt.parse(JSON.parse(file.toString()));
      expect(receipt.entity).toEqual({ type: 'location', id: place.id });
      expect(receipt.events[0]?.event).toMatchObject({
        type: 'location-merged.v1',
        data: { into: into.id, photos: false, taken: { name: { from: 'It stays' } } },
      });
      for (const { id } of [owner, moderator, admin]) expect(file.toString()).not.toContain(id);
    }
    expect((await other.get(`/api/history/${position}/receipt`)).status).toBe(404);
  });

  it('has the same hash as the evidence, so that both prove one event', async () => {
    const { place, position } = await declinedPlace('Twice');
    const [receipt] = Receipt.parse((await owner.get(`/api/history/${position}/receipt`)).body).events;
    const { events } = Evidence.parse((await admin.get(`/api/admin/locations/${place.id}/evidence`)).body);
    expect(receipt?.hash).toBe(events.at(-1)?.hash);
  });

  it('with a changed byte is invalid, whichever byte it is', async () => {
    const { position } = await declinedPlace('No');
    const file = await fileFrom(owner, `/api/history/${position}/receipt`);
    for (let at = 0; at < file.length; at += 1) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(flawOf(changed), `byte ${at}`).toBeDefined();
    }
  });

  it('exists for decisions about edits and photos too, and only for decisions', async () => {
    const { place } = await declinedPlace('First');
    moderator.follow(owner);
    await moderator.post(`/api/admin/locations/${place.id}/reopen`);
    await moderator.post(`/api/admin/locations/${place.id}/approve`);
    owner.follow(moderator);
    const edit = await givenEdit(owner, place.id, { name: 'A better name' });
    const photo = (await addPhoto(owner, place.id, await pictureBytes('png', 16, 16))).body;
    moderator.follow(owner);
    await moderator.post(`/api/admin/locations/${place.id}/edits/${edit.id}/approve`);
    const approved = await latestPosition(`/api/admin/locations/${place.id}`);
    const items = [{ ...itemOf('photo', photo.id), decision: 'reject', reason: 'Blurred' }];
    await moderator.post('/api/admin/decisions', { items });
    const removed = await latestPosition(`/api/admin/locations/${place.id}`);
    owner.follow(moderator);
    const ofEdit = await owner.get(`/api/history/${approved}/receipt`);
    expect(Receipt.parse(ofEdit.body).events[0]?.event.data['changes']).toMatchObject({
      name: { to: 'A better name' },
    });
    const ofPhoto = await owner.get(`/api/history/${removed}/receipt`);
    expect(Receipt.parse(ofPhoto.body).entity).toEqual({ type: 'photo', id: photo.id });
    expect(JSON.stringify(ofPhoto.body)).not.toContain('Blurred');
    const all = (await admin.get(`/api/admin/locations/${place.id}/history`)).body;
    for (const { type, position } of all) {
      const isDecision = !['location-submitted.v1', 'location-edit-proposed.v1', 'photo-added.v1'].includes(
        type,
      );
      const response: ApiResponse = await admin.get(`/api/history/${position}/receipt`);
      expect([type, response.status]).toEqual([type, isDecision ? 200 : 404]);
      expect((await other.get(`/api/history/${position}/receipt`)).status).toBe(404);
    }
  });

  it('is available to the reporters whose reports the decision closed, until it is undone', async () => {
    const { id } = await givenPublicLocation(server);
    const reported = { entityType: 'location', entityId: id, reason: 'wrong' };
    owner.follow(admin);
    other.follow(admin);
    const report = (await owner.post('/api/reports', reported)).body.id;
    moderator.follow(owner);
    const decideReports = async (decision: 'approve' | 'reject') => {
      const item = { ...reportItem('location', id), decision };
      const { batchId } = (await moderator.post('/api/admin/decisions', { items: [item] })).body;
      for (const each of [owner, other]) each.follow(moderator);
      return batchId;
    };
    const positionOf = async (who: Person, of: string) =>
      z
        .array(Submission)
        .parse((await who.get('/api/submissions')).body)
        .find(({ entityId }) => entityId === of)?.decisionPosition;
    expect(await positionOf(owner, report)).toBeNull();
    await decideReports('reject');
    const first = await positionOf(owner, report);
    const receipt = Receipt.parse((await owner.get(`/api/history/${first}/receipt`)).body);
    expect(receipt).toMatchObject({ entity: { type: 'location', id }, events: [{ position: first }] });
    expect(receipt.events[0]?.event.type).toBe('reports-dismissed.v1');
    expect(JSON.stringify(receipt)).not.toContain(moderator.id);
    expect((await other.get(`/api/history/${first}/receipt`)).status).toBe(404);
    // A later decision closes another report; the first reporter's receipt stays.
    const later = (await other.post('/api/reports', reported)).body.id;
    moderator.follow(other);
    const batch = await decideReports('approve');
    const second = await positionOf(other, later);
    expect((await other.get(`/api/history/${second}/receipt`)).status).toBe(200);
    expect((await owner.get(`/api/history/${second}/receipt`)).status).toBe(404);
    expect(await positionOf(owner, report)).toBe(first);
    await moderator.post(`/api/admin/batches/${batch}/undo`);
    other.follow(moderator);
    expect(await positionOf(other, later)).toBeNull();
    expect((await other.get(`/api/history/${second}/receipt`)).status).toBe(404);
  });

  it('is linked from the person’s own submissions, and from the history', async () => {
    const { place, position } = await declinedPlace('No');
    owner.follow(moderator);
    const waiting = await givenCity(owner);
    const submissions = z.array(Submission).parse((await owner.get('/api/submissions')).body);
    const positionOf = (id: string) => submissions.find(({ entityId }) => entityId === id)?.decisionPosition;
    expect(positionOf(place.id)).toBe(position);
    expect(positionOf(waiting.id)).toBeNull();
    const history = (await admin.get(`/api/admin/locations/${place.id}/history`)).body;
    expect(
      z
        .array(HistoryEntry)
        .parse(history)
        .map(({ isDecision }) => isDecision),
    ).toEqual([false, true]);
    await moderator.post(`/api/admin/locations/${place.id}/reopen`);
    owner.follow(moderator);
    const again = z.array(Submission).parse((await owner.get('/api/submissions')).body);
    expect(again.find(({ entityId }) => entityId === place.id)?.decisionPosition).toBeNull();
  });

  it('of an unknown position is 404, of a malformed one 400', async () => {
    for (const position of ['0', '999999999', '9999999999999999999'])
      expect((await admin.get(`/api/history/${position}/receipt`)).body).toMatchObject({
        status: 404,
        message: 'Decision not found',
      });
    for (const position of ['-1', '1.5', 'x', '1'.repeat(20)])
      expect((await admin.get(`/api/history/${position}/receipt`)).status).toBe(400);
  });
});

describe('npm run verify', () => {
  it.each([
    [[], 'One FILE is needed.'],
    [['a', 'b'], 'One FILE is needed.'],
    [['a', '--key'], "Option '--key <value>' argument missing"],
    [['--key', 'xy', 'a'], '--key takes 64 hexadecimal digits.'],
    [['a', '--kye', 'x'], "Unknown option '--kye'"],
  ])('prints what is wrong with %j, and its usage', async (args, message) => {
    const output = captureOutput({});
    expect(await verifyCommand(args, output)).toBe(2);
    expect(output.statuses[0]).toMatch(new RegExp(`^${message}[^]*Usage: npm run verify`));
  });

  it('reports a missing file, and one that is too large to be valid', async () => {
    const output = captureOutput({});
    expect(await verifyCommand([join(folder, 'none')], output)).toBe(1);
    expect(output.printed[0]).toContain('no such file');
    const large = join(folder, 'large');
    await writeFile(large, '');
    await truncate(large, 3 * 1024 ** 3);
    expect(await verifyCommand([large], output)).toBe(1);
    expect(output.printed[1]).toContain('greater than 2 GiB');
  });

  it('prints no terminal codes from a file', async () => {
    const home = await givenCity(admin);
    const file = await fileFrom(admin, `/api/admin/cities/${home.id}/evidence`);
    const id = JSON.stringify('x\r\u001b[2Kvalid\n\u202e\u009b');
    const forged = file.toString().replace(`"id":"${home.id}"`, `"id":${id}`);
    const { code, printed } = await verify(Buffer.from(forged), '--key', publicKey);
    expect(code).toBe(1);
    expect(printed).toEqual([expect.stringMatching(/is not of city x%0D%1B\[2Kvalid%0A%E2%80%AE%C2%9B$/)]);
  });
});
