import { expect, it } from 'vitest';

import { openRecordStore } from '#command-service/record-store/index';

import { createDataFolder } from '../harness/data-folder.ts';
import { adminPassword, register, startInProcess } from '../harness/in-process.ts';
import { serversOf } from '../harness/servers.ts';
import { startIdentityProvider } from '../identity-provider/start.ts';
import { createBrowser } from './browser.ts';
import { signIn, userOf } from './world.ts';

const appOrigin = 'http://lightfall.test';

it('an erasure whose process died before its event is recorded at the next start', async () => {
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

it('who signed up with an address before it was the administrator’s never becomes the administrator; its owner does', async () => {
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

  const stranger = createBrowser({ appOrigin, at: server.origin });
  await signIn(stranger, 'github', '2');
  expect(await userOf(stranger)).toBeUndefined();

  const owner = createBrowser({ appOrigin, at: server.origin });
  await signIn(owner, 'github', '1');
  expect(await userOf(owner)).toMatchObject({ email, isAdmin: true });
  expect(await isAdmin(squatter)).toBeUndefined();
  expect((await login()).status).toBe(401);
});

/** The records of a server that does not run. */
const openRecords = (folder: string) =>
  openRecordStore({ url: serversOf(folder).MONGODB_URL, path: `${folder}/records.db` });
