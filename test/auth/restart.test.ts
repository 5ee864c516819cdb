import { describe, expect, it } from 'vitest';

import { operatorPasswordSetting } from '#command-service/account/accounts';
import { openRecordStore } from '#platform/record-store/index';

import { createDataFolder, type DataFolder } from '../harness/data-folder.ts';
import {
  adminEmail,
  adminPassword,
  register,
  startInProcess,
  type RunningServer,
} from '../harness/in-process.ts';
import { serversOf } from '../harness/servers.ts';
import { startIdentityProvider } from '../identity-provider/start.ts';
import { createBrowser } from './browser.ts';
import { signIn, userOf } from './world.ts';

const appOrigin = 'http://lightfall.test';

it('an erasure whose process died before the event was recorded is recorded at the next start', async () => {
  await using folder = await createDataFolder();
  let id = '';
  {
    await using server = await startInProcess(folder, { ADMIN_PASSWORD: adminPassword });
    ({ id } = await register(server.origin, 'anna'));
  }
  {
    await using records = await openRecords(folder.path);
    await records.accounts.erase(id);
  }
  for (let start = 0; start < 2; start += 1) {
    await using server = await startInProcess(folder);
    expect(server.faults).toEqual([]);
  }
  const own = (await folder.events()).filter(({ stream }) => stream === `account-${id}`);
  expect(own.map(({ type }) => type)).toEqual(['account-registered.v1', 'account-erased.v1']);
  await using records = await openRecords(folder.path);
  expect(await records.accounts.unrecordedErasures(10)).toEqual([]);
});

it('with an account of the later administrator’s address, only its owner becomes the administrator', async () => {
  const email = 'owner@lightfall.test';
  await using folder = await createDataFolder();
  await using identityProvider = await startIdentityProvider({
    appOrigin,
    people: [
      { id: '1', email, emailVerified: true, name: 'The Owner' },
      { id: '2', email, emailVerified: false, name: 'A Squatter' },
    ],
  });
  {
    await using server = await startInProcess(folder, { ADMIN_PASSWORD: adminPassword });
    await register(server.origin, 'owner');
  }
  const environment = { ADMIN_EMAIL: email, PUBLIC_ORIGIN: appOrigin, ...identityProvider.environment };
  await using server = await startInProcess(folder, environment);
  const isAdmin = async (token: string) =>
    (await server.call('GET', '/api/auth/user', { token })).body.isAdmin as unknown;
  const body = { email, password: 'a good password' };
  const login = () => server.call('POST', '/auth/login', { body });
  const squatter = (await login()).body.accessToken as string;
  expect(await isAdmin(squatter)).toBe(false);

  const ready = await server.call('GET', '/readyz');
  expect(ready.status).toBe(503);
  expect(ready.body).toMatchObject({ status: 'waiting' });
  expect(ready.body.reason).toMatch(/^Nobody is the administrator: /);
  // Every person on the machine may read it.
  expect(JSON.stringify(ready.body)).not.toContain(email);

  const stranger = createBrowser({ appOrigin, at: server.origin });
  await signIn(stranger, 'github', '2');
  expect(await userOf(stranger)).toBeUndefined();

  const owner = createBrowser({ appOrigin, at: server.origin });
  await signIn(owner, 'github', '1');
  expect(await userOf(owner)).toMatchObject({ email, isAdmin: true });
  expect(await isAdmin(squatter)).toBeUndefined();
  expect((await login()).status).toBe(401);
  expect((await server.call('GET', '/readyz')).status).toBe(200);
});

describe('ADMIN_PASSWORD', () => {
  const login = (server: RunningServer, password: string) =>
    server.call('POST', '/auth/login', { body: { email: adminEmail, password } });
  const statusOf = async (server: RunningServer, token: string) =>
    (await server.call('GET', '/api/auth/user', { token })).status;
  const start = (folder: DataFolder, password?: string) =>
    startInProcess(folder, password === undefined ? {} : { ADMIN_PASSWORD: password });

  it('takes effect when it changes, and not again after the password was changed on the account page', async () => {
    await using folder = await createDataFolder();
    let token: string;
    {
      await using server = await start(folder, 'password a');
      const first = (await login(server, 'password a')).body.accessToken as string;
      const body = { currentPassword: 'password a', newPassword: 'password b' };
      const changed = await server.call('PUT', '/auth/account/password', { token: first, body });
      expect(changed.status).toBe(200);
      token = changed.body.accessToken as string;
    }
    for (const given of ['password a', undefined, 'password a']) {
      await using server = await start(folder, given);
      expect((await login(server, 'password b')).status).toBe(200);
      expect((await login(server, 'password a')).status).toBe(401);
      expect(await statusOf(server, token)).toBe(200);
    }
    {
      await using server = await start(folder, 'password c');
      expect((await login(server, 'password c')).status).toBe(200);
      expect((await login(server, 'password b')).status).toBe(401);
      expect(await statusOf(server, token)).toBe(401);
      token = (await login(server, 'password c')).body.accessToken as string;
    }
    await using server = await start(folder, 'password a');
    // An old value counts as a change because it differs from the last one.
    expect((await login(server, 'password a')).status).toBe(200);
    expect(await statusOf(server, token)).toBe(401);
  });

  it('takes effect when it is first set on an installation that generated a password', async () => {
    await using folder = await createDataFolder();
    {
      await using _server = await start(folder);
    }
    await using server = await start(folder, 'password a');
    expect((await login(server, 'password a')).status).toBe(200);
  });

  it('ends no session when it equals the password set on the account page', async () => {
    await using folder = await createDataFolder();
    let token: string;
    {
      await using server = await start(folder, 'password a');
      const first = (await login(server, 'password a')).body.accessToken as string;
      const body = { currentPassword: 'password a', newPassword: 'password b' };
      token = (await server.call('PUT', '/auth/account/password', { token: first, body })).body
        .accessToken as string;
    }
    await using server = await start(folder, 'password b');
    expect(await statusOf(server, token)).toBe(200);
  });

  it('is in no store, and neither is a value that two installations with the same password share', async () => {
    const kept: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      await using folder = await createDataFolder();
      {
        await using _server = await start(folder, 'password a');
      }
      await using records = await openRecords(folder.path);
      kept.push((await records.settings.get(operatorPasswordSetting)) ?? '');
    }
    for (const each of kept) expect(each).toMatch(/^\$argon2id\$/);
    expect(kept[0]).not.toBe(kept[1]);
  });
});

/** Opens the records of a stopped server. */
const openRecords = (folder: string) =>
  openRecordStore({ url: serversOf(folder).MONGODB_URL, path: `${folder}/records.db` });
