import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { operations, type OperationName } from '#contracts/api';

import type { ApiResponse, Client, Entity } from './client.ts';
import { cityInput, decide, givenCity, givenEdit, givenLocation, locationInput, missingId } from './given.ts';
import { addPhoto, pictureBytes, upload } from './pictures.ts';
import { password, startServer, type Person, type TestServer } from './server.ts';

/**
 * Every call on every kind of object by every role: a visitor, another user, the owner (who submitted or uploaded the
 * object), a moderator and the administrator. Each cell gets its own objects, so that no call disturbs another; in a
 * call that changes something, each role does too.
 */

let server: TestServer;
let admin: Person;
let owner: Person;
let other: Person;
let moderator: Person;
let home: Entity;
/** A separate server on which people can end each other's sessions without disturbing other tests. */
let lobby: {
  readonly server: TestServer;
  readonly owner: Person;
  readonly other: Person;
  readonly moderator: Person;
};

beforeAll(async () => {
  server = await startServer();
  ({ admin } = server);
  owner = await server.register('Owner');
  other = await server.register('Other');
  moderator = await server.registerModerator('Moderator');
  home = await givenCity(admin);
  const entrance = await startServer();
  lobby = {
    server: entrance,
    owner: await entrance.register('Owner'),
    other: await entrance.register('Other'),
    moderator: await entrance.registerModerator('Moderator'),
  };
});
afterAll(async () => {
  await lobby.server[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const roles = ['visitor', 'other', 'owner', 'moderator', 'admin'] as const;
type Role = (typeof roles)[number];
const clientOf = (role: Role, kind: string): Client => {
  const { server: entrance, ...people } = lobby;
  return kind === 'account'
    ? { ...people, visitor: entrance.visitor, admin: entrance.admin }[role]
    : { visitor: server.visitor, other, owner, moderator, admin }[role];
};

/** Statuses by role, in the order of `roles`. */
type Cells = readonly [visitor: number, other: number, owner: number, moderator: number, admin: number];

interface Row {
  readonly name: OperationName;
  readonly call: (who: Client, object: Entity) => Promise<ApiResponse>;
  /** By the state of the object. */
  readonly cells: Readonly<Record<string, Cells>>;
}

const somewhere = { latitude: 38.7223, longitude: -9.1393 };
const location = async (status: string): Promise<Entity> => {
  const made = await givenLocation(owner, home.id, { coordinates: somewhere });
  admin.follow(owner);
  if (status === 'approved') return decide(admin, 'locations', made.id, 'approve');
  if (status === 'rejected') return decide(admin, 'locations', made.id, 'reject');
  if (status === 'deleted') await admin.delete(`/api/locations/${made.id}`);
  return made;
};
const givens: Readonly<Record<string, (status: string) => Promise<Entity>>> = {
  async city(status) {
    const city = await givenCity(owner, { coordinates: somewhere });
    if (status === 'approved') return decide(admin, 'cities', city.id, 'approve');
    if (status === 'rejected') return decide(admin, 'cities', city.id, 'reject');
    if (status === 'deleted') await admin.delete(`/api/cities/${city.id}`);
    return city;
  },
  location,
  /** A photo of the owner's, of a location in that state. */
  async photo(status) {
    const place = await location(status === 'deleted' ? 'pending' : status);
    const photo = (await addPhoto(owner, place.id)).body;
    if (status === 'deleted') await admin.delete(`/api/locations/${place.id}`);
    return photo;
  },
  /** An edit of the owner's in that state, of a public location. */
  async edit(status) {
    const place = await location('approved');
    const edit = await givenEdit(owner, place.id, { name: `Other name ${Math.random()}` });
    const path = `/api/admin/locations/${place.id}/edits/${edit.id}`;
    if (status === 'approved') await admin.post(`${path}/approve`);
    if (status === 'rejected') await admin.post(`${path}/reject`);
    if (status === 'deleted') await admin.delete(`/api/locations/${place.id}`);
    return edit;
  },
  /** A list of the owner's, by its own id or by the id under which it is shared. */
  async list(status) {
    const { body } = await owner.post('/api/lists', { name: 'A day' });
    if (status === 'own') return body;
    const shared = (await owner.put(`/api/lists/${body.id}`, { shared: true })).body;
    return { ...shared, id: shared.sharedId ?? '' };
  },
  /** A new person with an account. */
  async person() {
    return { ...nothing, id: (await server.register('Somebody')).id };
  },
  /** An unused session of the owner's. */
  async session() {
    return (await lobby.server.visitor.post('/auth/login', { email: lobby.owner.email, password })).body;
  },
};

/** The object of calls without one. */
const nothing = {} as Entity;

const hidden = [404, 404, 404, 404, 404] as const;
/** The roles that see an object. */
const shown: Row['cells'] = {
  pending: [404, 404, 200, 200, 200],
  approved: [200, 200, 200, 200, 200],
  rejected: [404, 404, 200, 200, 200],
  deleted: hidden,
};
/** The calls that every signed-in person may make on visible objects. */
const byMembers = (done: number): Row['cells'] => ({
  pending: [401, 404, done, done, done],
  approved: [401, done, done, done, done],
  rejected: [401, 404, done, done, done],
  deleted: [401, 404, 404, 404, 404],
});

const lightOf = (what: 'City' | 'Location', path: 'cities' | 'locations'): Row => ({
  name: `get${what}Light`,
  call: (who, { id }) => who.get(`/api/${path}/${id}/light`),
  cells: shown,
});

/** The same for cities and locations. */
const ends = (what: 'City' | 'Location', path: 'cities' | 'locations'): Row[] => [
  {
    name: `delete${what}`,
    call: (who, { id }) => who.delete(`/api/${path}/${id}`),
    cells: {
      pending: [401, 403, 403, 403, 204],
      approved: [401, 403, 403, 403, 204],
      rejected: [401, 403, 403, 403, 204],
      deleted: [401, 403, 403, 403, 404],
    },
  },
  {
    name: `withdraw${what}`,
    call: (who, { id }) => who.post(`/api/${path}/${id}/withdraw`),
    cells: {
      pending: [401, 404, 200, 403, 403],
      approved: [401, 403, 409, 403, 403],
      rejected: [401, 404, 409, 403, 403],
      deleted: [401, 404, 404, 404, 404],
    },
  },
];
const histories = (
  ...[what, title, path]: ['city', 'City', 'cities'] | ['location', 'Location', 'locations']
): Row[] =>
  (
    [
      [`${what}History`, 'history', 200],
      [`${what}At`, 'at?time=2999-01-01', 200],
      [`compare${title}`, 'compare?from=2999-01-01&to=2999-01-02', 200],
      [`${what}Evidence`, 'evidence', 403],
    ] as const
  ).map(([name, page, moderator]) => {
    const cells = [401, 403, 403, moderator, 200] as const;
    return {
      name,
      call: (who, { id }) => who.get(`/api/admin/${path}/${id}/${page}`),
      cells: { pending: cells, deleted: cells },
    };
  });

/** Decisions, which are the same for cities and locations. */
const decisions = (what: 'City' | 'Location', path: 'cities' | 'locations'): Row[] =>
  (['approve', 'reject', 'reopen', 'restore'] as const).map((how) => {
    // Only the administrator may restore.
    const by = (status: number): Cells => [401, 403, 403, how === 'restore' ? 403 : status, status];
    const statuses = {
      approve: { pending: 200, approved: 200, rejected: 409, deleted: 404 },
      reject: { pending: 200, approved: 409, rejected: 200, deleted: 404 },
      reopen: { pending: 200, approved: 200, rejected: 200, deleted: 404 },
      restore: { pending: 200, approved: 200, rejected: 200, deleted: 200 },
    }[how];
    return {
      name: `${how}${what}`,
      call: (who, { id }) => who.post(`/api/admin/${path}/${id}/${how}`),
      cells: Object.fromEntries(Object.entries(statuses).map(([state, status]) => [state, by(status)])),
    };
  });

const rows: Readonly<Record<string, readonly Row[]>> = {
  person: [
    {
      name: 'listPeople',
      call: (who) => who.get('/api/admin/people'),
      cells: { any: [401, 403, 403, 200, 200] },
    },
    {
      // No page exists before its person turns it on, for any role.
      name: 'getPublicPerson',
      call: (who, { id }) => who.get(`/api/people/${id}`),
      cells: { any: hidden },
    },
    {
      name: 'getPerson',
      call: (who, { id }) => who.get(`/api/admin/people/${id}`),
      cells: { any: [401, 403, 403, 200, 200] },
    },
    {
      name: 'setRole',
      call: (who, { id }) => who.put(`/api/admin/people/${id}/role`, { role: 'moderator' }),
      cells: { any: [401, 403, 403, 403, 200] },
    },
    ...(['trust', 'untrust', 'block', 'unblock'] as const).map((what): Row => ({
      name: `${what}Person`,
      call: (who, { id }) => who.post(`/api/admin/people/${id}/${what}`),
      cells: { any: [401, 403, 403, 200, 200] },
    })),
  ],
  city: [
    {
      name: 'getCity',
      call: (who, { id }) => who.get(`/api/cities/${id}`),
      cells: shown,
    },
    lightOf('City', 'cities'),
    {
      name: 'updateCity',
      call: (who, { id }) => who.put(`/api/cities/${id}`, { name: 'Renamed' }),
      cells: byMembers(200),
    },
    ...ends('City', 'cities'),
    {
      name: 'createLocation',
      call: (who, { id }) => who.post('/api/locations', locationInput(id)),
      cells: {
        pending: [401, 404, 201, 409, 409],
        approved: [401, 201, 201, 201, 201],
        rejected: [401, 404, 409, 409, 409],
        deleted: [401, 404, 404, 404, 404],
      },
    },
    ...decisions('City', 'cities'),
    {
      name: 'createNote',
      call: (who, { id }) => who.post('/api/admin/notes', { entityType: 'city', entityId: id, text: 'Seen' }),
      cells: { pending: [401, 403, 403, 201, 201], deleted: [401, 403, 403, 201, 201] },
    },
    {
      name: 'askSecondOpinion',
      call: (who, { id }) => who.post(`/api/admin/queue/city/${id}/second-opinion`, { note: 'Is it?' }),
      cells: { pending: [401, 403, 403, 200, 200], approved: [401, 403, 403, 409, 409] },
    },
    {
      name: 'listNotes',
      call: (who, { id }) => who.get(`/api/admin/notes?entityType=city&entityId=${id}`),
      cells: { pending: [401, 403, 403, 200, 200], deleted: [401, 403, 403, 200, 200] },
    },
    ...histories('city', 'City', 'cities'),
    {
      name: 'getReceipt',
      call: async (who, { id }) => {
        const [latest] = (await admin.get(`/api/admin/cities/${id}/history?sort=newest`)).body;
        return who.get(`/api/history/${latest?.position}/receipt`);
      },
      cells: {
        // A submission is not a decision.
        pending: [401, 404, 404, 404, 404],
        approved: [401, 404, 200, 200, 200],
        rejected: [401, 404, 200, 200, 200],
      },
    },
  ],
  location: [
    {
      name: 'getLocation',
      call: (who, { id }) => who.get(`/api/locations/${id}`),
      cells: shown,
    },
    lightOf('Location', 'locations'),
    {
      name: 'updateLocation',
      call: (who, { id }) => who.put(`/api/locations/${id}`, { name: 'Renamed' }),
      cells: {
        pending: [401, 404, 200, 200, 200],
        approved: [401, 202, 202, 202, 200],
        rejected: [401, 404, 200, 409, 200],
        deleted: [401, 404, 404, 404, 404],
      },
    },
    ...ends('Location', 'locations'),
    ...(
      [
        ['rateLocation', (who, { id }) => who.put(`/api/locations/${id}/rating`, { rating: 3 }), 200],
        ['favoriteLocation', (who, { id }) => who.put(`/api/locations/${id}/favorite`), 200],
        ['unfavoriteLocation', (who, { id }) => who.delete(`/api/locations/${id}/favorite`), 204],
        ['addPhoto', (who, { id }) => addPhoto(who, id), 201],
      ] as const satisfies readonly (readonly [OperationName, Row['call'], number])[]
    ).map(([name, call, done]): Row => ({ name, call, cells: byMembers(done) })),
    {
      name: 'listPhotos',
      call: (who, { id }) => who.get(`/api/locations/${id}/photos`),
      cells: shown,
    },
    ...decisions('Location', 'locations'),
    {
      name: 'mergeLocation',
      // With itself: every role that may merge it is told to choose another.
      call: (who, { id }) => who.post(`/api/admin/locations/${id}/merge`, { into: id }),
      cells: {
        pending: [401, 403, 403, 409, 409],
        approved: [401, 403, 403, 409, 409],
        rejected: [401, 403, 403, 409, 409],
        deleted: [401, 403, 403, 404, 404],
      },
    },
    ...histories('location', 'Location', 'locations'),
  ],
  photo: [
    {
      name: 'featurePhoto',
      call: (who, { id }) => who.patch(`/api/photos/${id}/primary`),
      cells: byMembers(200),
    },
    {
      name: 'describePhoto',
      call: (who, { id }) => who.patch(`/api/photos/${id}`, { caption: 'Described' }),
      cells: {
        pending: [401, 404, 200, 403, 200],
        approved: [401, 403, 200, 403, 200],
        rejected: [401, 404, 200, 403, 200],
        deleted: [401, 404, 404, 404, 404],
      },
    },
    {
      name: 'createReport',
      call: (who, { id }) => who.post('/api/reports', { entityType: 'photo', entityId: id, reason: 'wrong' }),
      cells: byMembers(201),
    },
    {
      name: 'photoEvidence',
      call: (who, { id }) => who.get(`/api/admin/photos/${id}/evidence`),
      cells: { pending: [401, 403, 403, 403, 200], deleted: [401, 403, 403, 403, 200] },
    },
    {
      name: 'restorePhoto',
      call: (who, { id }) => who.post(`/api/admin/photos/${id}/restore`),
      cells: {
        pending: [401, 403, 403, 403, 200],
        approved: [401, 403, 403, 403, 200],
        rejected: [401, 403, 403, 403, 200],
        deleted: [401, 403, 403, 403, 404],
      },
    },
    {
      name: 'deletePhoto',
      call: (who, { id }) => who.delete(`/api/photos/${id}`),
      cells: {
        pending: [401, 404, 204, 403, 204],
        approved: [401, 403, 204, 403, 204],
        rejected: [401, 404, 204, 403, 204],
        deleted: [401, 404, 404, 404, 404],
      },
    },
  ],
  edit: [
    {
      name: 'withdrawEdit',
      call: (who, { id, entityId }) => who.post(`/api/locations/${entityId}/edits/${id}/withdraw`),
      cells: {
        pending: [401, 404, 200, 403, 403],
        approved: [401, 404, 409, 403, 403],
        rejected: [401, 404, 409, 403, 403],
        // The edit of a deleted location still waits, and would return with the location.
        deleted: [401, 404, 200, 404, 404],
      },
    },
    {
      name: 'approveEdit',
      call: (who, { id, entityId }) => who.post(`/api/admin/locations/${entityId}/edits/${id}/approve`),
      cells: {
        pending: [401, 403, 403, 200, 200],
        approved: [401, 403, 403, 200, 200],
        rejected: [401, 403, 403, 409, 409],
        deleted: [401, 403, 403, 404, 404],
      },
    },
    {
      name: 'rejectEdit',
      call: (who, { id, entityId }) => who.post(`/api/admin/locations/${entityId}/edits/${id}/reject`),
      cells: {
        pending: [401, 403, 403, 200, 200],
        approved: [401, 403, 403, 409, 409],
        rejected: [401, 403, 403, 200, 200],
        deleted: [401, 403, 403, 404, 404],
      },
    },
  ],
  list: [
    {
      name: 'getList',
      call: (who, { id }) => who.get(`/api/lists/${id}`),
      cells: { own: [404, 404, 200, 404, 404], shared: [200, 200, 200, 200, 200] },
    },
    {
      name: 'updateList',
      call: (who, { id }) => who.put(`/api/lists/${id}`, { name: 'Another day' }),
      cells: { own: [401, 404, 200, 404, 404], shared: [401, 404, 404, 404, 404] },
    },
    {
      name: 'deleteList',
      call: (who, { id }) => who.delete(`/api/lists/${id}`),
      cells: { own: [401, 404, 204, 404, 404], shared: [401, 404, 404, 404, 404] },
    },
  ],
  nothing: [
    {
      name: 'createList',
      call: (who) => who.post('/api/lists', { name: 'A day' }),
      cells: { any: [401, 201, 201, 201, 201] },
    },
    ...(
      [
        'listCities',
        'listLocations',
        'getMap',
        'listTrending',
        'stats',
        'about',
        'privacyPage',
        'termsPage',
      ] as const
    ).map((name): Row => ({
      name,
      call: (who) => who.get(operations[name].path),
      cells: { any: [200, 200, 200, 200, 200] },
    })),
    {
      name: 'createCity',
      call: (who) => who.post('/api/cities', cityInput()),
      cells: { any: [401, 201, 201, 201, 201] },
    },
    {
      name: 'listPhotosOfPerson',
      call: (who) => who.get(`/api/photos?by=${lobby.owner.id}`),
      cells: { any: [200, 200, 200, 200, 200] },
    },
    ...(['currentUser', 'listSubmissions', 'listFavorites', 'listLists'] as const).map((name): Row => ({
      name,
      call: (who) => who.get(operations[name].path),
      cells: { any: [401, 200, 200, 200, 200] },
    })),
    ...(
      [
        'listPendingCities',
        'listPendingLocations',
        'listPendingEdits',
        'listAllCities',
        'listAllLocations',
        'listActivity',
        'listQueue',
        'listQueueGroups',
        'getDesk',
        'getReasons',
      ] as const
    ).map((name): Row => ({
      name,
      call: (who) => who.get(operations[name].path),
      cells: { any: [401, 403, 403, 200, 200] },
    })),
    {
      name: 'setReasons',
      call: (who) => who.put('/api/admin/reasons', { reasons: ['Not here.'] }),
      cells: { any: [401, 403, 403, 403, 200] },
    },
    {
      name: 'getQueueDetail',
      call: (who) => who.get(`/api/admin/queue/city/${missingId}`),
      cells: { any: [401, 403, 403, 404, 404] },
    },
    {
      // Each item gets its own result, even one that does not exist.
      name: 'decide',
      call: (who) => {
        const entity = { entityType: 'city', entityId: missingId };
        const items = [{ kind: 'city', id: missingId, ...entity, decision: 'approve' }];
        return who.post(operations.decide.path, { items });
      },
      cells: { any: [401, 403, 403, 200, 200] },
    },
    {
      name: 'getSample',
      call: (who) => who.get(operations.getSample.path),
      cells: { any: [401, 403, 403, 403, 200] },
    },
    {
      name: 'undoBatch',
      call: (who) => who.post(`/api/admin/batches/${missingId}/undo`),
      cells: { any: [401, 403, 403, 404, 404] },
    },
    {
      name: 'suggest',
      call: (who) => who.get('/api/suggest?q=pl'),
      cells: { any: [200, 200, 200, 200, 200] },
    },
    {
      name: 'addPicture',
      call: async (who) => who.post('/api/pictures', upload(await pictureBytes())),
      cells: { any: [401, 201, 201, 201, 201] },
    },
    {
      // The sample is not loaded, so removing it changes nothing.
      name: 'removeSample',
      call: (who) => who.delete(operations.removeSample.path),
      cells: { any: [401, 403, 403, 403, 204] },
    },
  ],
  /** The person's own account. */
  account: [
    {
      name: 'getSession',
      call: (who) => who.get('/auth/session'),
      cells: { any: [200, 200, 200, 200, 200] },
    },
    // No provider is configured here. test/auth covers all of them.
    {
      name: 'startOAuth',
      call: (who) => who.get('/auth/oauth/google'),
      cells: { any: [503, 503, 503, 503, 503] },
    },
    {
      name: 'finishOAuth',
      call: (who) => who.get('/auth/oauth/google/callback'),
      cells: { any: [302, 302, 302, 302, 302] },
    },
    {
      name: 'startLogin',
      call: (who) => who.get('/api/login'),
      cells: { any: [302, 302, 302, 302, 302] },
    },
    ...(['getProfile', 'listSessions'] as const).map((name): Row => ({
      name,
      call: (who) => who.get(operations[name].path),
      cells: { any: [401, 200, 200, 200, 200] },
    })),
    {
      name: 'changeAccount',
      call: (who) => who.patch('/auth/account', { firstName: 'Renamed' }),
      cells: { any: [401, 200, 200, 200, 200] },
    },
    {
      name: 'forgotPassword',
      call: (who) => who.post('/auth/password/forgot', { email: lobby.owner.email }),
      cells: { any: [503, 503, 503, 503, 503] },
    },
    {
      name: 'resetPassword',
      call: (who) => who.post('/auth/password/reset', { token: 'made up', password }),
      cells: { any: [400, 400, 400, 400, 400] },
    },
    {
      name: 'confirmEmail',
      call: (who) => who.post('/auth/email/confirm', { token: 'made up' }),
      cells: { any: [400, 400, 400, 400, 400] },
    },
    {
      name: 'sendConfirmation',
      call: (who) => who.post('/auth/email/send'),
      cells: { any: [401, 503, 503, 503, 503] },
    },
    {
      name: 'setPassword',
      call: (who) =>
        who.put('/auth/account/password', { currentPassword: 'wrong', newPassword: 'another one' }),
      cells: { any: [401, 403, 403, 403, 403] },
    },
    {
      name: 'eraseAccount',
      call: (who) => who.post('/auth/account/erasure', { password: 'wrong' }),
      cells: { any: [401, 403, 403, 403, 409] },
    },
    {
      name: 'endOtherSessions',
      call: (who) => who.delete('/auth/account/sessions'),
      cells: { any: [401, 204, 204, 204, 204] },
    },
  ],
  /** Signing in and out. Each cell has a separate session, because many of these calls end it. */
  session: [
    {
      name: 'register',
      call: (who) => {
        const email = `${randomUUID()}@example.org`;
        return who.post('/auth/register', { email, password, firstName: 'A', lastName: 'B' });
      },
      cells: { any: [201, 201, 201, 201, 201] },
    },
    {
      name: 'login',
      call: (who) => who.post('/auth/login', { email: lobby.owner.email, password }),
      cells: { any: [200, 200, 200, 200, 200] },
    },
    { name: 'logout', call: (who) => who.post('/auth/logout'), cells: { any: [204, 204, 204, 204, 204] } },
    {
      // These two calls need only a token, so a role with the token counts as its owner.
      name: 'setSession',
      call: (who, { accessToken }) => who.post('/auth/session', { accessToken }),
      cells: { any: [200, 200, 200, 200, 200] },
    },
    {
      name: 'refresh',
      call: (who, { refreshToken }) => who.post('/auth/refresh', { refreshToken }),
      cells: { any: [200, 200, 200, 200, 200] },
    },
    {
      // Only its owner can end a session or learn that it exists.
      name: 'endSession',
      call: (who, { accessToken }) => who.delete(`/auth/account/sessions/${accessToken.split('.')[0]}`),
      cells: { any: [401, 404, 204, 404, 404] },
    },
  ],
};

/** A client with that role, with a session that no other cell uses. */
async function inOwnSession(role: Role): Promise<Client> {
  const { server: entrance, ...people } = lobby;
  const { visitor, adminEmail, adminPassword } = entrance;
  if (role === 'visitor') return visitor;
  const body =
    role === 'admin'
      ? { email: adminEmail, password: adminPassword }
      : { email: people[role].email, password };
  return entrance.client({ token: (await visitor.post('/auth/login', body)).body.accessToken });
}

describe.each(Object.entries(rows))('on a %s', (kind, calls) => {
  const cells = calls.flatMap(({ name, call, cells: byState }) =>
    Object.entries(byState).map(([state, statuses]) => ({ name, call, state, statuses })),
  );
  it.each(cells)('$name, $state: $statuses', async ({ name, call, state, statuses }) => {
    const given = async () => (await givens[kind]?.(state)) ?? nothing;
    const unchanged = await given();
    const responses = await Promise.all(
      roles.map(async (role, at) => {
        const isChange = operations[name].method !== 'GET' && Number(statuses[at]) < 300;
        const object = isChange ? await given() : unchanged;
        const who = kind === 'session' ? await inOwnSession(role) : clientOf(role, kind);
        who.follow(admin);
        who.follow(owner);
        const response = await call(who, object);
        // A refusal must not reveal the object.
        if (response.status >= 400 && response.status !== 409 && object.name) {
          expect(response.text).not.toContain(object.name);
        }
        return response.status;
      }),
    );
    expect(Object.fromEntries(roles.map((role, at) => [role, responses[at]]))).toEqual(
      Object.fromEntries(roles.map((role, at) => [role, statuses[at]])),
    );
  });
});

it('every call of the API’s description is in the matrix, and every cell contains a status', async () => {
  const named = Object.values(rows).flat();
  const { text } = await server.visitor.get('/api/openapi.json');
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { operationId: string }>> };
  const described = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(described.length).toBeGreaterThan(50);
  expect(named.map(({ name }) => name).toSorted()).toEqual(described.toSorted());
  for (const { name, cells } of named) {
    expect(Object.keys(cells), name).not.toEqual([]);
    for (const statuses of Object.values(cells)) expect(statuses, name).toHaveLength(roles.length);
  }
});

describe('the order of checks', () => {
  const wrong = { name: 7 };
  it('401 comes before everything', async () => {
    expect((await server.visitor.put('/api/cities/1', wrong)).status).toBe(401);
    expect((await server.visitor.post('/api/admin/cities/1/approve')).status).toBe(401);
    expect((await server.visitor.post('/api/cities', undefined, { raw: '{' })).status).toBe(401);
    expect((await server.visitor.put(`/api/locations/${missingId}`, wrong)).status).toBe(401);
    expect((await server.visitor.get('/api/admin/pending-cities?limit=-1')).status).toBe(401);
  });
  it('403 by role before 400 and 404', async () => {
    expect((await other.delete('/api/cities/1')).status).toBe(403);
    expect((await other.delete(`/api/cities/${missingId}`)).status).toBe(403);
    expect((await other.post(`/api/admin/cities/${missingId}/reject`, { reason: 7 })).status).toBe(403);
    expect((await other.post('/api/admin/cities/1/reject', undefined, { raw: '{' })).status).toBe(403);
    expect((await other.get('/api/admin/cities?limit=-1')).status).toBe(403);
  });
  it('400 before 404', async () => {
    expect((await other.put(`/api/cities/${missingId}`, wrong)).status).toBe(400);
    expect((await other.put(`/api/locations/${missingId}`, wrong)).status).toBe(400);
    expect((await admin.post(`/api/admin/cities/${missingId}/reject`, { reason: 7 })).status).toBe(400);
    expect((await other.get(`/api/locations/${missingId}/photos?limit=-1`)).status).toBe(400);
    expect((await other.post('/api/locations', locationInput(missingId, { name: '' }))).status).toBe(400);
  });
  it('404 before 403 by ownership, and that before 409', async () => {
    const waiting = await givenCity(owner);
    expect((await other.post(`/api/cities/${waiting.id}/withdraw`)).status).toBe(404);
    await decide(admin, 'cities', waiting.id, 'approve');
    expect((await other.post(`/api/cities/${waiting.id}/withdraw`)).status).toBe(403);
    expect((await owner.post(`/api/cities/${waiting.id}/withdraw`)).status).toBe(409);
  });
});

describe('an identity', () => {
  it('never comes from the request', async () => {
    const response = await other.post('/api/cities', {
      ...cityInput(),
      submittedBy: owner.id,
      userId: owner.id,
      isAdmin: true,
      role: 'admin',
      status: 'approved',
    });
    expect(response.body).toMatchObject({ submittedBy: other.id, status: 'pending' });
  });
  it.each([
    'Bearer x',
    'Bearer null',
    'Bearer undefined',
    `Bearer ${missingId}.${'a'.repeat(43)}`,
    'Basic YWRtaW46YWRtaW4=',
    'Bearer',
    `Bearer ${'x'.repeat(5000)}`,
  ])('is missing with %s', async (authorization) => {
    const headers = { Authorization: authorization };
    expect((await server.visitor.get('/api/auth/user', { headers })).status).toBe(401);
    expect((await server.visitor.post('/api/cities', cityInput(), { headers })).status).toBe(401);
    expect((await server.visitor.get('/api/cities', { headers })).status).toBe(200);
  });
});
