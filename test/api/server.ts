import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect } from 'vitest';

import { writePages } from '#query-service/testing/pages';

import { createDataFolder, dataFolderAt, type DataFolder } from '../harness/data-folder.ts';
import { untilEndOfFile } from '../harness/for-file.ts';
import { adminEmail, adminPassword, startInProcess } from '../harness/in-process.ts';
import { createClient, type Client, type Json } from './client.ts';
import { createOpenApiCheck } from './openapi-check.ts';

export const password = 'a good password';

/** The client of a signed-in person. */
export interface Person extends Client {
  readonly id: string;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface TestServer extends AsyncDisposable {
  readonly origin: string;
  readonly folder: DataFolder;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly visitor: Client;
  readonly admin: Person;
  /** Registers a new person. */
  register(name?: string): Promise<Person>;
  /** Registers a new person whom the administrator then makes a moderator. */
  registerModerator(name?: string): Promise<Person>;
  /** A client with this bearer token or this cookie. */
  client(credentials: { readonly token?: string; readonly cookie?: string }): Client;
  /** Waits until the read models contain every event that is in the log now. */
  caughtUp(): Promise<void>;
}

/**
 * A real server on a free port with a new folder, without the sample and, unless `environment` says otherwise, without
 * rate limits. Disposing of it fails when the server has logged an error.
 */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  // A named folder belongs to the caller.
  const { DATA_DIR: named } = environment;
  const folder = named === undefined ? await createDataFolder() : dataFolderAt(named);
  const built = await mkdtemp(path.join(tmpdir(), 'lightfall-pages-'));
  const { folder: pages } = await writePages(built);
  const running = await startInProcess(
    folder,
    { ADMIN_PASSWORD: adminPassword, ...environment },
    () => undefined,
    pages,
  );
  const { origin } = running;
  const check = await createOpenApiCheck(origin);
  const client: TestServer['client'] = (credentials) => createClient({ origin, check, ...credentials });
  const visitor = client({});
  const person = (signedIn: Json): Person => ({
    ...client({ token: signedIn.accessToken }),
    id: signedIn.user.id,
    email: signedIn.user.email,
    accessToken: signedIn.accessToken,
    refreshToken: signedIn.refreshToken,
  });

  let people = 0;
  const register = async (name = 'Someone'): Promise<Person> => {
    people += 1;
    const email = `person-${people}@lightfall.test`;
    const input = { email, password, firstName: name, lastName: 'Tester' };
    const response = await visitor.post('/auth/register', input);
    expect(response.status).toBe(201);
    return person(response.body);
  };
  const admin = person(
    (await visitor.post('/auth/login', { email: adminEmail, password: adminPassword })).body,
  );
  return {
    origin,
    folder,
    adminEmail,
    adminPassword,
    visitor,
    client,
    caughtUp: () => running.settled(),
    admin,
    register,
    async registerModerator(name) {
      const made = await register(name);
      const response = await admin.put(`/api/admin/people/${made.id}/role`, { role: 'moderator' });
      expect(response.status).toBe(200);
      return made;
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      if (named === undefined) await folder[Symbol.asyncDispose]();
      await rm(built, { recursive: true, force: true });
      expect(running.faults).toEqual([]);
    },
  };
}

export interface Everybody {
  readonly server: TestServer;
  readonly admin: Person;
  readonly anna: Person;
  readonly ben: Person;
}

/** Starts a server for all tests of the calling file, as `startServer` does. It ends with the file. */
export async function startForFile(environment?: Readonly<Record<string, string>>): Promise<TestServer> {
  return untilEndOfFile(await startServer(environment));
}

/** Starts a server for all tests of the calling file, with its administrator and two people. */
export async function startWithPeople(environment?: Readonly<Record<string, string>>): Promise<Everybody> {
  const server = await startForFile(environment);
  const { admin } = server;
  return { server, admin, anna: await server.register('Anna'), ben: await server.register('Ben') };
}
