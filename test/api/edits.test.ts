import { describe, expect, it } from 'vitest';

import { allPages, expectProblem, type Entity } from './client.ts';
import { decide, givenCity, givenEdit, givenLocation, givenPublicLocation, missingId } from './given.ts';
import { type Person, startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();

const decideEdit = (locationId: string, editId: string, how: 'approve' | 'reject', body?: object) =>
  admin.post(`/api/admin/locations/${locationId}/edits/${editId}/${how}`, body);
const queued = async (editId: string): Promise<Entity | undefined> =>
  (await allPages(admin, '/api/admin/pending-edits')).find(({ id }) => id === editId);

describe('an edit by someone who is not the administrator', () => {
  it('waits for review and changes nothing until then', async () => {
    const location = await givenPublicLocation(server, { address: 'Quay 1' });
    const response = await ben.put(`/api/locations/${location.id}`, {
      ...location,
      name: 'Proposed',
      address: null,
    });
    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({
      userId: ben.id,
      entityType: 'location',
      entityId: location.id,
      action: 'update',
      data: { name: { from: location.name, to: 'Proposed' }, address: { from: 'Quay 1', to: null } },
      status: 'pending',
      reason: null,
      reviewedBy: null,
      reviewedAt: null,
    });
    for (const who of [server.visitor, ben]) {
      who.follow(ben);
      expect((await who.get(`/api/locations/${location.id}`)).body.name).toBe(location.name);
    }
    admin.follow(ben);
    expect(await queued(response.body.id)).toMatchObject({
      ...response.body,
      locationName: location.name,
      cityName: location.cityName,
      conflicts: {},
      submitter: { id: ben.id, name: 'Ben Tester', approved: 0, rejected: 0 },
    });
  });

  it('waits even if it is by the submitter of the public location', async () => {
    const city = await givenCity(admin);
    const location = await givenLocation(anna, city.id);
    await decide(admin, 'locations', location.id, 'approve');
    expect((await anna.put(`/api/locations/${location.id}`, { name: 'X' })).status).toBe(202);
  });

  it('that changes nothing is refused', async () => {
    const location = await givenPublicLocation(server);
    for (const body of [{}, { name: location.name }, { ...location }]) {
      expectProblem(await ben.put(`/api/locations/${location.id}`, body), 400, 'The edit changes nothing.');
    }
  });

  it('is checked like any other input', async () => {
    const location = await givenPublicLocation(server);
    expectProblem(await ben.put(`/api/locations/${location.id}`, { name: '' }), 400, 'Name is required');
    expectProblem(
      await ben.put(`/api/locations/${location.id}`, { cityId: missingId }),
      404,
      'City not found',
    );
    const hidden = await givenCity(anna);
    expectProblem(
      await ben.put(`/api/locations/${location.id}`, { cityId: hidden.id }),
      404,
      'City not found',
    );
  });

  it('based on an older revision proposes only the fields that the person changed', async () => {
    const location = await givenPublicLocation(server);
    await admin.put(`/api/locations/${location.id}`, { name: 'Meanwhile' });
    ben.follow(admin);
    const response = await ben.put(`/api/locations/${location.id}`, {
      name: location.name,
      description: 'By Ben',
      revision: location.revision,
    });
    expect(response.body.data).toEqual({ description: { from: location.description, to: 'By Ben' } });
  });

  it('cannot be based on a revision that its author never saw, and so reveals nothing of it', async () => {
    const city = await givenCity(admin);
    anna.follow(admin);
    const location = await givenLocation(anna, city.id, { accessNotes: 'The key is under the mat' });
    admin.follow(anna);
    const mended = await admin.put(`/api/locations/${location.id}`, { accessNotes: null });
    await decide(admin, 'locations', location.id, 'approve');
    for (const revision of [location.revision, mended.body.revision]) {
      for (const who of [ben, anna]) who.follow(admin);
      const change = { accessNotes: 'Two steps', revision };
      const response = await ben.put(`/api/locations/${location.id}`, change);
      expectProblem(response, 400, 'There is no such revision');
      expect(
        (await anna.put(`/api/locations/${location.id}`, { name: `By ${revision}`, revision })).status,
      ).toBe(202);
    }
  });
});

describe('approving an edit', () => {
  it('applies it, once', async () => {
    const location = await givenPublicLocation(server);
    const edit = await givenEdit(ben, location.id, { name: 'Approved name' });
    const response = await decideEdit(location.id, edit.id, 'approve');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id: edit.id, status: 'approved', reviewedBy: admin.id });
    expect(response.body.reviewedAt).not.toBeNull();
    server.visitor.follow(admin);
    expect((await server.visitor.get(`/api/locations/${location.id}`)).body.name).toBe('Approved name');
    expect(await queued(edit.id)).toBeUndefined();
    const again = await decideEdit(location.id, edit.id, 'approve');
    expect(again.status).toBe(200);
    expect(again.body).toEqual(response.body);
    expectProblem(await decideEdit(location.id, edit.id, 'reject'), 409, 'This has already been decided.');
  });

  it('whose base has changed is 409 unless forced, and the conflict is shown', async () => {
    const location = await givenPublicLocation(server);
    const edit = await givenEdit(ben, location.id, { name: 'By Ben', description: 'Also' });
    await admin.put(`/api/locations/${location.id}`, { name: 'Meanwhile' });
    admin.follow(ben);
    expect((await queued(edit.id))?.conflicts).toEqual({ name: 'Meanwhile' });
    const refused = await decideEdit(location.id, edit.id, 'approve');
    expectProblem(refused, 409, 'The location has changed since this edit was made.');
    expectProblem(await decideEdit(location.id, edit.id, 'approve', { force: false }), 409);
    expectProblem(
      await decideEdit(location.id, edit.id, 'approve', { force: 'yes' }),
      400,
      'Force must be true or false',
    );
    const forced = await decideEdit(location.id, edit.id, 'approve', { force: true });
    expect(forced.status).toBe(200);
    expect((await admin.get(`/api/locations/${location.id}`)).body).toMatchObject({
      name: 'By Ben',
      description: 'Also',
    });
  });

  it('whose base had changed before it was sent shows the conflict, too', async () => {
    const location = await givenPublicLocation(server);
    await admin.put(`/api/locations/${location.id}`, { name: 'Meanwhile' });
    ben.follow(admin);
    const edit = await givenEdit(ben, location.id, { name: 'By Ben', revision: location.revision });
    expect(edit.data).toEqual({ name: { from: location.name, to: 'By Ben' } });
    admin.follow(ben);
    expect((await queued(edit.id))?.conflicts).toEqual({ name: 'Meanwhile' });
    expectProblem(await decideEdit(location.id, edit.id, 'approve'), 409);
    expect((await decideEdit(location.id, edit.id, 'approve', { force: true })).status).toBe(200);
  });

  it('does not conflict with a change of another field', async () => {
    const location = await givenPublicLocation(server);
    const edit = await givenEdit(ben, location.id, { name: 'By Ben' });
    await admin.put(`/api/locations/${location.id}`, { description: 'Meanwhile' });
    expect((await decideEdit(location.id, edit.id, 'approve')).status).toBe(200);
    expect((await admin.get(`/api/locations/${location.id}`)).body).toMatchObject({
      name: 'By Ben',
      description: 'Meanwhile',
    });
  });

  it('moves the location if the city still exists', async () => {
    const location = await givenPublicLocation(server);
    const [to, gone] = [await givenCity(admin), await givenCity(admin)];
    ben.follow(admin);
    const lost = await givenEdit(ben, location.id, { cityId: gone.id });
    const move = await givenEdit(ben, location.id, { cityId: to.id });
    await admin.delete(`/api/cities/${gone.id}`);
    expectProblem(await decideEdit(location.id, lost.id, 'approve'), 404, 'City not found');
    expect((await decideEdit(location.id, move.id, 'approve')).status).toBe(200);
    expect((await admin.get(`/api/locations/${location.id}`)).body.cityId).toBe(to.id);
  });
});

describe('rejecting an edit', () => {
  it('keeps the reason for its author and changes nothing', async () => {
    const location = await givenPublicLocation(server);
    const edit = await givenEdit(ben, location.id, { name: 'No' });
    const response = await decideEdit(location.id, edit.id, 'reject', { reason: 'It has that name.' });
    expect(response.body).toMatchObject({
      status: 'rejected',
      reason: 'It has that name.',
      reviewedBy: admin.id,
    });
    expect((await admin.get(`/api/locations/${location.id}`)).body.name).toBe(location.name);
    ben.follow(admin);
    const sent = await allPages(ben, '/api/submissions');
    expect(sent.find(({ editId }) => editId === edit.id)).toMatchObject({
      entityType: 'edit',
      entityId: location.id,
      name: location.name,
      status: 'rejected',
      reason: 'It has that name.',
    });
    expect((await decideEdit(location.id, edit.id, 'reject')).body).toEqual(response.body);
    expectProblem(await decideEdit(location.id, edit.id, 'approve'), 409);
    expectProblem(await decideEdit(location.id, edit.id, 'reject', { reason: 'x'.repeat(501) }), 400);
  });
});

describe('withdrawing an edit', () => {
  const withdraw = (who: Person, locationId: string, editId: string) =>
    who.post(`/api/locations/${locationId}/edits/${editId}/withdraw`);

  it('removes it from the queue while it waits', async () => {
    const location = await givenPublicLocation(server);
    const edit = await givenEdit(ben, location.id, { name: 'Never mind' });
    admin.follow(ben);
    const response = await withdraw(ben, location.id, edit.id);
    expect(response.body).toMatchObject({ id: edit.id, status: 'withdrawn', reviewedBy: null });
    expect((await withdraw(ben, location.id, edit.id)).body).toEqual(response.body);
    admin.follow(ben);
    expect(await queued(edit.id)).toBeUndefined();
    expectProblem(await decideEdit(location.id, edit.id, 'approve'), 409, 'This has already been decided.');
    const decided = await givenEdit(ben, location.id, { name: 'Decided' });
    await decideEdit(location.id, decided.id, 'reject');
    expectProblem(await withdraw(ben, location.id, decided.id), 409);
  });
});

it('an edit can be withdrawn while its location is deleted, and stays withdrawn after a restore', async () => {
  const location = await givenPublicLocation(server);
  const edit = await givenEdit(ben, location.id, { name: 'Too late' });
  await admin.delete(`/api/locations/${location.id}`);
  ben.follow(admin);
  const response = await ben.post(`/api/locations/${location.id}/edits/${edit.id}/withdraw`);
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ id: edit.id, status: 'withdrawn' });
  await decide(admin, 'locations', location.id, 'restore');
  admin.follow(ben);
  expect(await queued(edit.id)).toBeUndefined();
});

describe('an edit and its location', () => {
  it('are 404 for an unknown id and for another location', async () => {
    const [one, other] = [await givenPublicLocation(server), await givenPublicLocation(server)];
    const edit = await givenEdit(ben, one.id, { name: 'X' });
    expectProblem(await decideEdit(one.id, missingId, 'approve'), 404, 'Edit not found');
    expectProblem(await decideEdit(other.id, edit.id, 'approve'), 404, 'Edit not found');
    expectProblem(await decideEdit(missingId, edit.id, 'approve'), 404);
    expectProblem(await decideEdit(one.id, '1', 'approve'), 400, 'Edit id must be a UUID');
  });
  it('leave the queue and return to it together', async () => {
    const location = await givenPublicLocation(server);
    const edit = await givenEdit(ben, location.id, { name: 'Later' });
    admin.follow(ben);
    await admin.delete(`/api/locations/${location.id}`);
    expect(await queued(edit.id)).toBeUndefined();
    expectProblem(await decideEdit(location.id, edit.id, 'approve'), 404);
    await decide(admin, 'locations', location.id, 'restore');
    expect(await queued(edit.id)).toMatchObject({ id: edit.id, status: 'pending' });
    expect((await decideEdit(location.id, edit.id, 'approve')).status).toBe(200);
  });
});

it('the queue of edits is sorted oldest first and is paged', async () => {
  const location = await givenPublicLocation(server);
  const edits: Entity[] = [];
  for (const name of ['One', 'Two', 'Three']) edits.push(await givenEdit(ben, location.id, { name }));
  admin.follow(ben);
  const all = await allPages(admin, '/api/admin/pending-edits?limit=2');
  expect(all.filter(({ entityId }) => entityId === location.id).map(({ id }) => id)).toEqual(
    edits.map(({ id }) => id),
  );
});
