import { expect, it } from 'vitest';

import { limits } from '#contracts/shared/limits';

import { expectProblem } from './client.ts';
import { givenPublicLocation } from './given.ts';
import { addPhoto, pictureBytes } from './pictures.ts';
import { startForFile, type Person } from './server.ts';

const server = await startForFile({ RATE_LIMIT: 'on', WRITES_PER_MINUTE: '10000' });
const place = (await givenPublicLocation(server)).id;
const bytes = await pictureBytes('png', 16, 16);

let sent = 0;
/** Uploads another photo: the same picture with another number behind its end. */
function send(person: Person) {
  sent += 1;
  person.follow(server.admin);
  return addPhoto(person, place, Buffer.concat([bytes, Buffer.from(String(sent))]));
}
const newcomers = limits.unreviewedPhotosOfNewcomer;
const wait = 'Please wait until some of what you sent has been reviewed.';

it('a newcomer’s photos wait in the queue twenty at a time, until a moderator has accepted one', async () => {
  const anna = await server.register('Anna');
  const responses = await Promise.all(Array.from({ length: newcomers }, () => send(anna)));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
  expectProblem(await send(anna), 409, wait);

  const decide = async (decision: string, id: string) => {
    const items = [{ kind: 'photo', id, entityType: 'location', entityId: place, decision }];
    const { body } = await server.admin.post('/api/admin/decisions', { items });
    expect(body.results).toMatchObject([{ result: 'done' }]);
  };
  await decide('reject', responses[0]?.body.id ?? '');
  expect((await send(anna)).status).toBe(201);
  expectProblem(await send(anna), 409, wait);
  await decide('approve', responses[1]?.body.id ?? '');
  for (const _ of [1, 2, 3]) expect((await send(anna)).status).toBe(201);
});
