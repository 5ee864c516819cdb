import type { ServerMetadata } from 'openid-client';
import * as z from 'zod/mini';

import { withoutStrange } from '#contracts/shared/characters';
import * as fields from '#contracts/shared/fields';
import { cleanPersonName, isReservedName } from '#contracts/account/person-names';
import type { Provider } from '#contracts/shared/providers';

/** What a provider reports about a person. */
export interface ProviderProfile {
  readonly provider: Provider;
  /** The person's id at the provider. Unlike the email, it never changes. */
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly pictureUrl: string | null;
}

/** Reads the JSON at a path of the provider's API with an access token. @throws Error if there is no valid response */
export type Ask = (path: string) => Promise<unknown>;

export interface OAuthProvider {
  readonly scope: string;
  /** Parameters of its authorization request beyond those of the protocol. */
  readonly parameters: Readonly<Record<string, string>>;
  /**
   * The URLs of its endpoints. Absent for an OpenID provider, which publishes them itself and sends a signed statement
   * about the person.
   */
  readonly metadata?: (issuer: string) => ServerMetadata;
  /** `claims`: those of the signed statement; empty without one. @throws Error if a response is not as documented */
  profile(claims: unknown, ask: Ask): Promise<ProviderProfile>;
}

export const withoutSlash = (url: string): string => url.replace(/\/$/, '');
const optional = z.nullish(z.string());

const GoogleClaims = z.object({
  sub: z.string(),
  email: optional,
  email_verified: z.nullish(z.boolean()),
  given_name: optional,
  family_name: optional,
  name: optional,
  picture: optional,
});

const google: OAuthProvider = {
  scope: 'openid email profile',
  parameters: { access_type: 'offline', prompt: 'consent' },
  async profile(claims) {
    const found = GoogleClaims.parse(claims);
    return {
      provider: 'google',
      subject: found.sub,
      ...addressOf(found.email, found.email_verified),
      ...namesOf(found.name, found.given_name, found.family_name),
      pictureUrl: pictureOf(found.picture),
    };
  },
};

const GitHubUser = z.object({ id: z.int(), login: z.string(), name: optional, avatar_url: optional });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

const github: OAuthProvider = {
  scope: 'read:user user:email',
  parameters: {},
  metadata: (issuer) => ({
    issuer,
    authorization_endpoint: `${withoutSlash(issuer)}/authorize`,
    token_endpoint: `${withoutSlash(issuer)}/access_token`,
  }),
  async profile(_claims, ask) {
    const user = GitHubUser.parse(await ask('/user'));
    // The public profile may contain any address; only this list says which addresses are verified.
    const primary = GitHubEmails.parse(await ask('/user/emails')).find((email) => email.primary);
    return {
      provider: 'github',
      subject: String(user.id),
      ...addressOf(primary?.email, primary?.verified),
      ...namesOf(user.name ?? user.login),
      pictureUrl: pictureOf(user.avatar_url),
    };
  },
};

const DiscordUser = z.object({
  id: z.string(),
  username: z.string(),
  global_name: optional,
  avatar: optional,
  email: optional,
  verified: z.nullish(z.boolean()),
});

const discord: OAuthProvider = {
  scope: 'identify email',
  parameters: { prompt: 'consent' },
  metadata: (issuer) => ({
    issuer,
    authorization_endpoint: `${withoutSlash(issuer)}/oauth2/authorize`,
    token_endpoint: `${withoutSlash(issuer)}/api/oauth2/token`,
  }),
  async profile(_claims, ask) {
    const user = DiscordUser.parse(await ask('/users/@me'));
    const avatar = user.avatar ? `https://cdn.discordapp.com/avatars/${user.id}/${user.avatar}.png` : null;
    return {
      provider: 'discord',
      subject: user.id,
      ...addressOf(user.email, user.verified),
      ...namesOf(user.global_name ?? user.username),
      pictureUrl: pictureOf(avatar),
    };
  },
};

export const oauthProviders: Readonly<Record<Provider, OAuthProvider>> = { google, github, discord };

type Text = string | null | undefined;

/** A malformed address counts as missing. Only the value `true` marks an address as verified. */
function addressOf(email: Text, verified: boolean | null | undefined) {
  const parsed = fields.email.safeParse(email ?? undefined);
  return { email: parsed.data ?? null, emailVerified: parsed.success && verified === true };
}

/**
 * Splits a whole name at its first space. Removes characters that a person could not have entered here, and drops a
 * reserved name: the name that a provider gives must not prevent a sign-in.
 */
function namesOf(name: Text, given?: Text, family?: Text) {
  const [first = '', ...rest] = withoutStrange(name ?? '').split(' ');
  const firstName = cleanPersonName(given || first);
  const lastName = cleanPersonName((given ? family : rest.join(' ')) ?? '');
  return isReservedName(firstName, lastName) ? { firstName: null, lastName: null } : { firstName, lastName };
}

/** The URL of a picture, if a page may show it; otherwise null. */
const pictureOf = (url: Text): string | null =>
  url?.startsWith('https://') === true ? (fields.imageUrl.safeParse(url).data ?? null) : null;
