import Router from '@koa/router';

import { createCodeFlow } from './code-flow.ts';
import type { FakePerson } from './people.ts';
import type { FakeClient } from './start.ts';

/** Endpoints shaped like Discord's. */
export function createDiscord(options: {
  readonly client: FakeClient;
  readonly people: ReadonlyMap<string, FakePerson>;
  readonly onIssued: (token: string) => void;
}): Router {
  const flow = createCodeFlow({ provider: 'discord', name: 'Discord', ...options });
  const router = new Router();
  router.get('/oauth2/authorize', flow.ask);
  router.post('/oauth2/authorize', flow.decide);
  router.post('/api/oauth2/token', async (ctx) => {
    const given = await flow.exchange(ctx);
    ctx.status = given ? 200 : 400;
    ctx.body = given
      ? { access_token: given.token, token_type: 'Bearer', expires_in: 604_800, scope: given.scope }
      : { error: 'invalid_grant', error_description: 'Invalid "code" in request.' };
  });
  router.get('/api/users/@me', async (ctx) => {
    const found = flow.bearer(ctx);
    if (found === undefined) return ctx.throw(401);
    const { id, name, email, emailVerified, pictureUrl } = found.person;
    ctx.body = {
      id,
      username: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.'),
      global_name: name,
      // Discord returns a hash from which the address is made.
      avatar: pictureUrl === undefined ? null : 'a1b2c3d4',
      ...(found.scope.includes('email') ? { email, verified: emailVerified } : {}),
    };
  });
  return router;
}
