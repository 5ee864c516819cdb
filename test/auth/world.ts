import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { providers, type Provider } from '#contracts/shared/providers';
import type { User } from '#contracts/account/views';

import { startServer, type TestServer } from '../api/server.ts';
import { documentsOf } from '../harness/servers.ts';
import type { FakePerson } from '../identity-provider/people.ts';
import { startIdentityProvider, type IdentityProvider } from '../identity-provider/start.ts';
import { createBrowser, type Browser, type Page } from './browser.ts';

export interface World extends AsyncDisposable {
  readonly appOrigin: string;
  readonly server: TestServer;
  readonly identityProvider: IdentityProvider;
  /** A new browser without cookies. */
  browser(): Browser;
  /** Adds a person to all providers. */
  person(changes?: Partial<FakePerson>): FakePerson;
}

/** A real server and real providers, which talk to each other over HTTP. */
export async function createWorld(
  environment: Readonly<Record<string, string>> = {},
  appOrigin = 'http://lightfall.test',
): Promise<World> {
  const identityProvider = await startIdentityProvider({ appOrigin, people: [] });
  const server = await startServer({
    PUBLIC_ORIGIN: appOrigin,
    ...identityProvider.environment,
    ...environment,
  });
  let people = 5000;
  return {
    appOrigin,
    server,
    identityProvider,
    browser: () => createBrowser({ appOrigin, at: server.origin }),
    person(changes = {}) {
      const id = String((people += 1));
      const person = {
        id,
        email: `p${id}@example.org`,
        emailVerified: true,
        name: 'Åsa von Öberg',
        ...changes,
      };
      identityProvider.people.set(person.id, person);
      return person;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await identityProvider[Symbol.asyncDispose]();
    },
  };
}

/** Opens the provider's page, as a click on its button does. */
export async function toProvider(browser: Browser, provider: Provider): Promise<Page> {
  const response = await browser.call('GET', `/auth/oauth/${provider}`);
  const { url } = (await response.json()) as { url: string };
  return browser.open(url);
}

/** The whole sign-in, with a choice at the provider: a person's id, `cancel` or `fail`. */
export async function signIn(browser: Browser, provider: Provider, choice: string): Promise<Page> {
  return browser.choose(await toProvider(browser, provider), choice);
}

/** The signed-in person of the browser; undefined for nobody. */
export async function userOf(browser: Browser): Promise<User | undefined> {
  const response = await browser.call('GET', '/api/auth/user');
  return response.status === 200 ? ((await response.json()) as User) : undefined;
}

export const everyProvider = providers.map((provider) => [provider] as const);

/** Everything in a server's stores as text, except the events on an EventStoreDB node. */
export async function textsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.db(-wal)?$/.test(name));
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'latin1')));
  return [...files, ...(await documentsOf(folder))];
}
