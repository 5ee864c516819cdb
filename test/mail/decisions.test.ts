import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  decide,
  givenCity,
  givenEdit,
  givenLocation,
  givenPublicLocation,
  itemOf,
  reportItem,
} from '../api/given.ts';
import { addPhoto } from '../api/pictures.ts';
import { startServer, type Person, type TestServer } from '../api/server.ts';
import { createDataFolder } from '../harness/data-folder.ts';
import { startMailServer, type Received, type TestMailServer } from './smtp.ts';

/** Mails about decisions, from the moderator's decision to the mailbox. */

let mail: TestMailServer;
let server: TestServer;

const start = (port: number, more: Readonly<Record<string, string>> = {}): Promise<TestServer> =>
  startServer({
    PUBLIC_ORIGIN: 'https://guide.example',
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'guide@example.org',
    ...more,
  });

beforeAll(async () => {
  mail = await startMailServer();
  server = await start(mail.port);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

const isDecision = ({ subject }: Received) => !/^(Confirm your|Choose a new)/.test(subject);
const decisionsFor = ({ email }: Person) =>
  mail.received.filter((each) => isDecision(each) && each.to.includes(email));

/** A new person with a confirmed address who wants a mail for each decision. */
async function listener(name: string, notify = 'each', at = { server, mail }): Promise<Person> {
  const person = await at.server.register(name);
  const sent = await at.mail.next(
    ({ to, subject }) => to.includes(person.email) && subject.startsWith('Confirm'),
  );
  const token = /token=([\w-]+)/.exec(sent.text)?.[1];
  await person.post('/auth/email/confirm', { token });
  expect((await person.patch('/auth/account', { notify })).body).toMatchObject({
    notify,
    emailConfirmed: true,
  });
  return person;
}

// A decision is mailed eleven seconds after it was made; the tests wait for that together.
describe.concurrent('decisions', () => {
  it('reach the submitter with subject and reason, and nobody who has not requested mails', async () => {
    const { admin } = server;
    const [anna, ben, carl] = await Promise.all([
      listener('Anna'),
      listener('Ben', 'off'),
      server.register('Carl'),
    ]);
    await carl.patch('/auth/account', { notify: 'each' });
    const city = (await givenCity(admin, { name: 'Lisboa' })).id;
    const approved = await givenLocation(anna, city, { name: 'Miradouro <da> Graça' });
    const declined = await givenLocation(anna, city, { name: 'Beco' });
    const others = await Promise.all([ben, carl].map((each) => givenLocation(each, city)));
    for (const { id } of others) await decide(admin, 'locations', id, 'approve');
    await decide(admin, 'locations', declined.id, 'reject', { reason: 'Too dark & "blurred"' });
    await decide(admin, 'locations', approved.id, 'approve');
    await mail.next(
      (each) => isDecision(each) && each.to.includes(anna.email) && each.text.includes('Graça'),
    );
    const texts = decisionsFor(anna)
      .map(({ text }) => text)
      .join('\n');
    expect(texts).toContain('“Miradouro <da> Graça” was approved.');
    expect(texts).toContain(`https://guide.example/location/${approved.id}`);
    expect(texts).toContain('“Beco” was declined.');
    expect(texts).toContain('Too dark & "blurred"');
    const pages = decisionsFor(anna)
      .map(({ html }) => html)
      .join('\n');
    expect(pages).toContain('Miradouro &lt;da&gt; Graça');
    expect(pages).not.toContain('<da>');
    for (const each of [ben, carl, admin]) expect(decisionsFor(each)).toEqual([]);
  });

  it('on edits, photos and reports are mailed too, and a city’s rejection or deletion to everyone with locations in it', async () => {
    const { admin } = server;
    const [anna, ben] = await Promise.all([listener('Anna'), listener('Ben')]);
    const place = await givenPublicLocation(server, { name: 'Alcântara' });
    const edit = await givenEdit(anna, place.id, { description: 'A better description.' });
    await admin.post(`/api/admin/locations/${place.id}/edits/${edit.id}/approve`);
    const photo = await addPhoto(anna, place.id);
    const item = itemOf('photo', photo.body.id);
    const removed = await admin.post('/api/admin/decisions', {
      items: [{ ...item, decision: 'reject', reason: 'A thumb' }],
    });
    expect(removed.status).toBe(200);
    const report = await anna.post('/api/reports', {
      entityType: 'location',
      entityId: place.id,
      reason: 'gone',
    });
    expect(report.status).toBe(201);
    const reported = reportItem('location', place.id);
    await admin.post('/api/admin/decisions', { items: [{ ...reported, decision: 'approve' }] });

    const hidden = await givenPublicLocation(server);
    anna.follow(admin);
    await anna.post('/api/reports', { entityType: 'location', entityId: hidden.id, reason: 'wrong' });
    await decide(admin, 'locations', hidden.id, 'reopen');
    await admin.put(`/api/locations/${hidden.id}`, { name: 'Not for Anna' });
    const ofHidden = reportItem('location', hidden.id);
    await admin.post('/api/admin/decisions', { items: [{ ...ofHidden, decision: 'approve' }] });

    const city = await givenCity(admin, { name: 'Setúbal' });
    await givenLocation(anna, city.id);
    await givenLocation(ben, city.id);
    expect((await admin.delete(`/api/cities/${city.id}`)).status).toBe(204);
    for (const each of [anna, ben])
      await mail.next((sent) => sent.to.includes(each.email) && sent.text.includes('“Setúbal” was deleted.'));
    const texts = decisionsFor(anna)
      .map(({ text }) => text)
      .join('\n');
    expect(texts).toContain('Your edit of “Alcântara” was approved.');
    expect(texts).toContain('Your photo of “Alcântara” was removed.');
    expect(texts).toContain('A thumb');
    expect(texts).toContain('Your report about “Alcântara” was upheld.');
    expect(texts).toContain('Your report about “a place that is not public” was upheld.');
    expect(decisionsFor(ben)).toHaveLength(1);
  });

  it('that are undone immediately are not mailed', async () => {
    const { admin } = server;
    const anna = await listener('Anna');
    const city = (await givenCity(admin)).id;
    const hasty = await givenLocation(anna, city, { name: 'Hasty' });
    const calm = await givenLocation(anna, city, { name: 'Calm' });
    await decide(admin, 'locations', hasty.id, 'reject');
    await decide(admin, 'locations', hasty.id, 'reopen');
    await decide(admin, 'locations', calm.id, 'approve');
    await mail.next((sent) => sent.to.includes(anna.email) && sent.text.includes('“Calm” was approved.'));
    for (const { text } of decisionsFor(anna)) expect(text).not.toContain('Hasty');
  });

  it('are mailed once despite a restart and an unavailable mail server', async () => {
    await using folder = await createDataFolder();
    const before = await startMailServer();
    const { port } = before;
    const first = await start(port, { DATA_DIR: folder.path });
    const anna = await listener('Anna', 'each', { server: first, mail: before });
    const place = await givenLocation(anna, (await givenCity(first.admin)).id, { name: 'Kept' });
    await before[Symbol.asyncDispose]();
    await decide(first.admin, 'locations', place.id, 'approve');
    await first[Symbol.asyncDispose]();
    await using after = await startMailServer({ port });
    await using second = await start(port, { DATA_DIR: folder.path });
    const sent = await after.next((each) => each.to.includes(anna.email) && isDecision(each));
    expect(sent.text).toContain('“Kept” was approved.');
    // A later mail follows: a second copy of the first mail would have arrived before it.
    const again = await givenLocation(
      // A session outlives a restart.
      second.client({ token: anna.accessToken }),
      place.cityId,
      { name: 'Later' },
    );
    await decide(second.admin, 'locations', again.id, 'approve');
    await after.next((each) => each.to.includes(anna.email) && each.text.includes('“Later” was approved.'));
    const all = [...before.received, ...after.received].filter(({ text }) => text.includes('“Kept”'));
    expect(all).toHaveLength(1);
  });
});
