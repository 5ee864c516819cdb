import { join } from 'node:path';

import { createEmbeddedFolder } from '../../test/harness/data-folder.ts';
import { freePort } from '../../test/harness/free-port.ts';
import { startProcess } from '../../test/harness/server-process.ts';

export interface AppOptions {
  /** `on` loads the sample places; `none` (the default) starts empty. */
  readonly sample?: 'on' | 'none';
  /** The folder of the build, by default `dist`. */
  readonly build?: string;
  /** More environment variables; the function gets the origin at which the application will answer. */
  readonly environment?: (origin: string) => Promise<Readonly<Record<string, string>>>;
}

export interface App extends AsyncDisposable {
  /** The origin at which it answers, without a trailing slash. */
  readonly origin: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** The folder of its data. */
  readonly dataDir: string;
  /** Stops the process and keeps its data. */
  readonly stop: () => Promise<void>;
  /** Starts it again with the same port and data. Resolves once it is ready. */
  readonly start: () => Promise<void>;
}

/**
 * Starts the whole application as a user does, from the build made by build.ts: one process, an empty data folder, a
 * free port. Resolves once it is ready.
 * @throws Error with its output if it exits before that
 */
export async function startApp({
  sample = 'none',
  build = join(import.meta.dirname, '../../dist'),
  environment,
}: AppOptions = {}): Promise<App> {
  const folder = await createEmbeddedFolder();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const admin = { email: 'admin@example.com', password: 'a-password-for-tests' };
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    SAMPLE: sample,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
    ...(await environment?.(origin)),
  };
  // The process lives for seconds, so optimising its code takes longer than running it unoptimised.
  const options = ['--no-opt'];
  const run = () => startProcess({ dataDir: folder.path, build, environment: settings, options });
  let server = run();
  const dispose = async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  try {
    await server.ready();
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    origin,
    admin,
    dataDir: folder.path,
    async start() {
      server = run();
      await server.ready();
    },
    stop: async () => void (await server.end('SIGTERM')),
    [Symbol.asyncDispose]: dispose,
  };
}
