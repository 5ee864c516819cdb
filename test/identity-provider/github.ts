import Router from '@koa/router';

import { createCodeFlow } from './code-flow.ts';
import type { FakePerson } from './people.ts';
import type { FakeClient } from './start.ts';

/** Endpoints shaped like GitHub's: it names itself in its responses, and refuses a code with status 200. */
export function createGitHub(options: {
  readonly origin: string;
  readonly client: FakeClient;
  readonly people: ReadonlyMap<string, FakePerson>;
  readonly onIssued: (token: string) => void;
}): Router {
  const { origin, ...rest } = options;
  const extra = { iss: `${origin}/login/oauth` };
  const flow = createCodeFlow({ provider: 'github', name: 'GitHub', extra, ...rest });
  const router = new Router();
  router.get('/login/oauth/authorize', flow.ask);
  router.post('/login/oauth/authorize', flow.decide);
  router.post('/login/oauth/access_token', async (ctx) => {
    const given = await flow.exchange(ctx);
    ctx.body = given
      ? { access_token: given.token, token_type: 'bearer', scope: given.scope.replaceAll(' ', ',') }
      : { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' };
  });
  router.get('/user', async (ctx) => {
    const found = flow.bearer(ctx);
    if (found === undefined || ctx.get('User-Agent') === '') return ctx.throw(401);
    const { id, name, pictureUrl = null } = found.person;
    // Most people leave out the email of the public profile, and it does not say whether it was verified.
    ctx.body = { id: Number(id), login: loginOf(name), name, avatar_url: pictureUrl, email: null };
  });
  router.get('/user/emails', async (ctx) => {
    const found = flow.bearer(ctx);
    if (found?.scope.includes('user:email') !== true) return ctx.throw(404);
    const { email, emailVerified } = found.person;
    const another = { email: 'another@example.org', primary: false, verified: true, visibility: null };
    const own = { email, primary: true, verified: emailVerified, visibility: 'private' };
    ctx.body = email === null ? [] : [another, own];
  });
  return router;
}

const loginOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
