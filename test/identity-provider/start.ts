import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Koa from 'koa';

import type { Provider } from '#contracts/shared/providers';

import { createDiscord } from './discord.ts';
import { createGitHub } from './github.ts';
import { createGoogle } from './google.ts';
import type { FakePerson } from './people.ts';

/** The one registered client. */
export interface FakeClient {
  readonly id: string;
  readonly secret: string;
  readonly callbackOf: (provider: Provider) => string;
}

export interface IdentityProvider extends AsyncDisposable {
  readonly origin: string;
  /** By their ids; may be changed while it runs, as people change their addresses. */
  readonly people: Map<string, FakePerson>;
  /** Access tokens that GitHub and Discord have issued. */
  readonly issued: readonly string[];
  /** The environment with which the app uses it for all three providers. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Plays Google, GitHub and Discord on one port of this machine, for development and tests; anybody can be any person.
 * `appOrigin`: the app's address in the browser. `port`: 0 for any.
 */
export async function startIdentityProvider(options: {
  readonly appOrigin: string;
  readonly people: Iterable<FakePerson>;
  readonly port?: number;
}): Promise<IdentityProvider> {
  const { appOrigin, port = 0 } = options;
  const people = new Map([...options.people].map((person) => [person.id, person]));
  const callbackOf = (provider: Provider) => `${appOrigin}/auth/oauth/${provider}/callback`;
  const client = { id: 'lightfall', secret: randomBytes(24).toString('hex'), callbackOf };

  // The providers' responses contain the address, so the server listens first.
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const google = await createGoogle({ origin, client, people });
  const app = new Koa();
  const issued: string[] = [];
  const shared = { client, people, onIssued: (token: string) => void issued.push(token) };
  const routers = [google.router, createGitHub({ origin, ...shared }), createDiscord(shared)];
  for (const router of routers) app.use(router.routes());
  const openId = google.provider.callback();
  app.use((ctx) => {
    ctx.respond = false;
    ctx.res.statusCode = 200;
    void openId(ctx.req, ctx.res);
  });
  const callback = app.callback();
  server.on('request', (request, response) => void callback(request, response));

  return {
    origin,
    people,
    issued,
    environment: environmentOf(origin, client),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function environmentOf(origin: string, { id, secret }: FakeClient): Readonly<Record<string, string>> {
  const environment: Record<string, string> = {
    GOOGLE_ISSUER: origin,
    GITHUB_ISSUER: `${origin}/login/oauth`,
    GITHUB_API_URL: origin,
    DISCORD_ISSUER: origin,
    DISCORD_API_URL: `${origin}/api`,
  };
  for (const name of ['GOOGLE', 'GITHUB', 'DISCORD']) {
    environment[`${name}_CLIENT_ID`] = id;
    environment[`${name}_CLIENT_SECRET`] = secret;
  }
  return environment;
}
