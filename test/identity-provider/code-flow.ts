import { createHash, randomBytes } from 'node:crypto';

import type Koa from 'koa';

import type { Provider } from '#contracts/shared/providers';

import { formOf } from './form.ts';
import { choiceOf, choicePage } from './page.ts';
import type { FakePerson } from './people.ts';
import type { FakeClient } from './start.ts';

export interface CodeFlow {
  /** Shows the page on which the user chooses a person. */
  readonly ask: Koa.Middleware;
  /** Sends the browser back with a code or an error. */
  readonly decide: Koa.Middleware;
  /** The person whose access token it is, and the scopes that were granted. */
  readonly bearer: (ctx: Koa.Context) => { readonly person: FakePerson; readonly scope: string } | undefined;
  /** Exchanges a code, once, for an access token; undefined when anything is wrong. */
  readonly exchange: (
    ctx: Koa.Context,
  ) => Promise<{ readonly token: string; readonly scope: string } | undefined>;
}

interface Granted {
  readonly person: FakePerson;
  readonly scope: string;
  readonly challenge: string | null;
}

/**
 * OAuth 2's authorization code grant with PKCE, for a provider without OpenID. `extra`: fields added to its responses.
 */
export function createCodeFlow(options: {
  readonly provider: Provider;
  readonly name: string;
  readonly client: FakeClient;
  readonly people: ReadonlyMap<string, FakePerson>;
  readonly extra?: Readonly<Record<string, string>>;
  /** Called with each access token. */
  readonly onIssued: (token: string) => void;
}): CodeFlow {
  const { provider, name, client, people, extra = {}, onIssued } = options;
  const codes = new Map<string, Granted>();
  const tokens = new Map<string, Granted>();
  const callback = client.callbackOf(provider);

  const isOurs = (ctx: Koa.Context): boolean =>
    ctx.query['client_id'] === client.id &&
    ctx.query['redirect_uri'] === callback &&
    ctx.query['response_type'] === 'code';

  const goBack = (ctx: Koa.Context, response: Readonly<Record<string, string>>): void => {
    const url = new URL(callback);
    const state = String(ctx.query['state'] ?? '');
    for (const [key, value] of Object.entries({ ...response, ...extra, state }))
      url.searchParams.set(key, value);
    ctx.redirect(url.href);
  };

  return {
    ask: async (ctx) => {
      if (!isOurs(ctx)) return ctx.throw(400, 'Not a request of the client');
      ctx.type = 'html';
      ctx.body = choicePage(name, people.values());
    },
    decide: async (ctx) => {
      const choice = choiceOf(await formOf(ctx), people);
      if (choice === undefined || !isOurs(ctx)) return ctx.throw(400);
      if (choice.kind === 'cancel') return goBack(ctx, { error: 'access_denied' });
      if (choice.kind === 'fail') return goBack(ctx, { error: 'server_error' });
      const isHashed = ctx.query['code_challenge_method'] === 'S256';
      const challenge = isHashed ? String(ctx.query['code_challenge']) : null;
      const code = randomBytes(20).toString('hex');
      codes.set(code, { person: choice.person, scope: String(ctx.query['scope'] ?? ''), challenge });
      goBack(ctx, { code });
    },
    exchange: async (ctx) => {
      const form = await formOf(ctx);
      const code = form.get('code') ?? '';
      const granted = codes.get(code);
      codes.delete(code);
      if (granted === undefined || !isFrom(client, form, callback)) return undefined;
      if (granted.challenge !== null && granted.challenge !== hashed(form.get('code_verifier')))
        return undefined;
      const token = randomBytes(20).toString('hex');
      tokens.set(token, granted);
      onIssued(token);
      return { token, scope: granted.scope };
    },
    bearer: (ctx) => tokens.get(/^Bearer (.+)$/i.exec(ctx.get('Authorization'))?.[1] ?? ''),
  };
}

const hashed = (verifier: string | null): string =>
  createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url');

const isFrom = (client: FakeClient, form: URLSearchParams, callback: string): boolean =>
  form.get('grant_type') === 'authorization_code' &&
  form.get('client_id') === client.id &&
  form.get('client_secret') === client.secret &&
  form.get('redirect_uri') === callback;
