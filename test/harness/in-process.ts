import { pino } from 'pino';

import type { CommandServiceOptions } from '#apps/compose';
import { readConfig } from '#apps/config';
import type { PasswordCosts } from '#command-service/account/passwords';

import { startLightfall } from '#apps/all-in-one/start';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { call, listAll, type ApiResponse, type CallOptions, type Json } from './http.ts';
import { waitTimeoutOn, serversOf } from './servers.ts';

export const adminEmail = 'admin@lightfall.test';
export const adminPassword = 'the admin password';

export interface Person {
  readonly id: string;
  readonly token: string;
}

export interface RunningServer extends AsyncDisposable {
  readonly origin: string;
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
  /** All pages of a list. */
  list(path: string, options?: CallOptions): Promise<Json[]>;
  /** Waits until the read models have applied everything in the log. */
  settled(): Promise<void>;
  /** The server's log lines at level error. */
  readonly faults: readonly string[];
}

/**
 * The lowest costs that argon2 accepts. Only separate processes use the real costs, which would be most of a test's
 * time.
 */
export const cheapHashes: PasswordCosts = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const levels = pino.levels.values as { readonly warn: number };

/**
 * Starts a real server in this process on the folder, on its own port, without the sample and without limits. `pages`
 * is the folder of the web client.
 */
export async function startInProcess(
  folder: DataFolder,
  environment: Readonly<Record<string, string>> = {},
  onWarning: (line: string) => void = () => undefined,
  pages = folder.path,
  options: Pick<CommandServiceOptions, 'housekeepingEvery'> = {},
): Promise<RunningServer> {
  const faults: string[] = [];
  const running = await startLightfall({
    config: readConfig({
      PORT: '0',
      DATA_DIR: folder.path,
      SAMPLE: 'none',
      RATE_LIMIT: 'off',
      ADMIN_EMAIL: adminEmail,
      ...serversOf(folder.path),
      ...environment,
    }),
    logger: pino(
      { level: 'warn' },
      {
        write(line: string) {
          const { level } = JSON.parse(line) as { level: number };
          if (level > levels.warn) faults.push(line);
          else onWarning(line);
        },
      },
    ),
    print: () => undefined,
    passwordCosts: cheapHashes,
    ...options,
    ...waitTimeoutOn(folder.path),
    pages,
  });
  const origin = running.origin.replace('localhost', '127.0.0.1');
  return {
    origin,
    faults,
    call: (method, path, options) => call(origin, method, path, options),
    list: (path, options) => listAll(origin, path, options),
    settled: () => running.caughtUp(),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

/** Signs the administrator in; the server must have been started once with `adminPassword`. */
export async function signInAdmin(origin: string): Promise<Person> {
  const body = { email: adminEmail, password: adminPassword };
  return personOf(await call(origin, 'POST', '/auth/login', { body }));
}

export async function register(origin: string, name: string): Promise<Person> {
  const body = {
    email: `${name}@lightfall.test`,
    password: 'a good password',
    firstName: name,
    lastName: 'Tester',
  };
  return personOf(await call(origin, 'POST', '/auth/register', { body }));
}

function personOf({ status, text, body }: ApiResponse): Person {
  if (status !== 200 && status !== 201) throw new Error(`Signing in was answered ${status}: ${text}`);
  return { id: body.user.id, token: body.accessToken };
}

/** A data folder with the administrator (first) and some people signed in, and nothing else. */
export async function createPopulatedFolder(
  number: number,
  create: () => Promise<DataFolder> = createDataFolder,
): Promise<{ readonly folder: DataFolder; readonly people: readonly [Person, ...Person[]] }> {
  const folder = await create();
  await using server = await startInProcess(folder, { ADMIN_PASSWORD: adminPassword });
  const people: [Person, ...Person[]] = [await signInAdmin(server.origin)];
  while (people.length < number) people.push(await register(server.origin, `person-${people.length}`));
  return { folder, people };
}
