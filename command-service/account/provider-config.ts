import * as z from 'zod/mini';

import { providers, type Provider } from '#contracts/shared/providers';

/** The credentials that a provider issued to an installation, and the provider's URLs. */
export interface ProviderConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Google: found by discovery. GitHub: `{issuer}/authorize`. Discord: `{issuer}/oauth2/authorize`. */
  readonly issuer: string;
  /** The API of GitHub and Discord that describes the person; empty for Google. */
  readonly apiUrl: string;
}

/** The providers that are configured. */
export type ProviderConfigs = Readonly<Partial<Record<Provider, ProviderConfig>>>;

const places = {
  google: { issuer: 'https://accounts.google.com', apiUrl: '' },
  github: { issuer: 'https://github.com/login/oauth', apiUrl: 'https://api.github.com' },
  discord: { issuer: 'https://discord.com', apiUrl: 'https://discord.com/api' },
} as const satisfies Record<Provider, Pick<ProviderConfig, 'issuer' | 'apiUrl'>>;

const parts = ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER', 'API_URL'] as const;
const text = z.string().check(z.maxLength(500, 'must be at most 500 characters'));
const place = text.check(
  z.refine(isSafePlace, { error: 'must be an https address, or an http one of this machine' }),
);
const schemas = { CLIENT_ID: text, CLIENT_SECRET: text, ISSUER: place, API_URL: place };

/** Tokens and secrets are sent to these URLs: without TLS only within this machine. */
function isSafePlace(value: string): boolean {
  try {
    const { protocol, hostname, search, hash } = new URL(value);
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    return (protocol === 'https:' || (protocol === 'http:' && isHere)) && search === '' && hash === '';
  } catch {
    return false;
  }
}

/**
 * Reads the providers from an environment (`GOOGLE_CLIENT_ID`, ...) that has no empty variables.
 * Adds every mistake to `mistakes`: `NAME: what is wrong with it`.
 */
export function readProviders(
  environment: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
): ProviderConfigs {
  const configured: Partial<Record<Provider, ProviderConfig>> = {};
  for (const provider of providers) {
    const nameOf = (part: (typeof parts)[number]) => `${provider.toUpperCase()}_${part}`;
    const given = parts.filter((part) => environment[nameOf(part)] !== undefined);
    if (given.length === 0) continue;
    const read = (part: (typeof parts)[number]) => environment[nameOf(part)];
    for (const part of given) {
      const message = schemas[part].safeParse(read(part)).error?.issues[0]?.message;
      if (message !== undefined) mistakes.push(`${nameOf(part)}: ${message}`);
    }
    for (const part of ['CLIENT_ID', 'CLIENT_SECRET'] as const) {
      const others = given.map(nameOf).join(', ');
      if (!given.includes(part)) mistakes.push(`${nameOf(part)}: must be set along with ${others}`);
    }
    const { issuer, apiUrl } = places[provider];
    configured[provider] = {
      clientId: read('CLIENT_ID') ?? '',
      clientSecret: read('CLIENT_SECRET') ?? '',
      issuer: read('ISSUER') ?? issuer,
      apiUrl: read('API_URL') ?? apiUrl,
    };
  }
  return configured;
}
