import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

import Router from '@koa/router';
import Provider from 'oidc-provider';

import { formOf } from './form.ts';
import { choiceOf, choicePage, type Choice } from './page.ts';
import type { FakePerson } from './people.ts';
import type { FakeClient } from './start.ts';

/** An OpenID provider like Google: the ID token contains the claims. */
export async function createGoogle(options: {
  readonly origin: string;
  readonly client: FakeClient;
  readonly people: ReadonlyMap<string, FakePerson>;
}): Promise<{ readonly provider: Provider; readonly router: Router }> {
  const { origin, client, people } = options;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.callbackOf('google')],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    conformIdTokenClaims: false,
    extraParams: ['access_type'],
    features: { devInteractions: { enabled: false } },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'text';
      ctx.body = `${error}: ${description}`;
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, id) => {
      const person = people.get(id);
      return person && { accountId: id, claims: async () => claimsOf(person) };
    },
  });
  return { provider, router: interactionRouter(provider, people) };
}

function interactionRouter(provider: Provider, people: ReadonlyMap<string, FakePerson>): Router {
  const router = new Router();
  router.get('/interaction/:uid', async (ctx) => {
    await provider.interactionDetails(ctx.req, ctx.res);
    ctx.type = 'html';
    ctx.body = choicePage('Google', people.values());
  });
  router.post('/interaction/:uid', async (ctx) => {
    const choice = choiceOf(await formOf(ctx), people);
    if (choice === undefined) return ctx.throw(400);
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    await forgetSession(provider, interaction);
    const result = await resultOf(provider, choice, interaction);
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
  });
  return router;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Nobody stays signed in here, so that the next sign-in can be somebody else's. */
async function forgetSession(provider: Provider, interaction: Interaction): Promise<void> {
  if (interaction.session === undefined) return;
  const session = await provider.Session.findByUid(interaction.session.uid);
  await session?.destroy();
  delete interaction.session;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}

async function resultOf(provider: Provider, choice: Choice, { params }: Interaction) {
  if (choice.kind === 'cancel') return { error: 'access_denied', error_description: 'The person declined.' };
  if (choice.kind === 'fail')
    return { error: 'server_error', error_description: 'A fault, as was asked for.' };
  const accountId = choice.person.id;
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  return { login: { accountId }, consent: { grantId: await grant.save() } };
}

function claimsOf({ id, email, emailVerified, name, pictureUrl }: FakePerson) {
  const [given = name, ...rest] = name.split(' ');
  return {
    sub: id,
    ...(email === null ? {} : { email, email_verified: emailVerified }),
    name,
    given_name: given,
    ...(rest.length > 0 ? { family_name: rest.join(' ') } : {}),
    ...(pictureUrl === undefined ? {} : { picture: pictureUrl }),
  };
}
