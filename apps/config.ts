import * as z from 'zod/mini';

import { readProviders } from '#command-service/account/provider-config';
import type { CommandServiceConfig } from '#command-service/app';
import { type MailConfig, readMail } from '#command-service/mail/mailer';
import type { Licence } from '#contracts/shared/about';
import { email, text } from '#contracts/shared/fields';
import { limits } from '#contracts/shared/limits';
import { uuidExpression } from '#contracts/shared/uuid';

import { type MapConfig, readMap } from './map-tiles.ts';

/** The places of the stores. */
export interface StoresConfig {
  readonly dataDir: string;
  readonly eventStoreDbUrl: string | undefined;
  readonly mongoDbUrl: string | undefined;
  readonly streamPrefix: string;
}

/** The settings of an installation, parsed from environment variables. */
export interface Config extends StoresConfig, CommandServiceConfig {
  readonly port: number;
  readonly host: string;
  readonly adminPassword: string | undefined;
  readonly sample: boolean;
  /** The licence under which people upload photos. */
  readonly photoLicence: Licence;
  readonly map: MapConfig;
  /** The server for outgoing email; undefined if there is none. */
  readonly mail: MailConfig | undefined;
  readonly logLevel: string;
  /** The id of another event log that may replace the known one. */
  readonly acceptLog: string | undefined;
}

const wholeNumber = (from: number, to: number, otherwise: number) =>
  z.pipe(
    z.optional(z.string().check(z.regex(/^\d+$/, 'must be a whole number'))),
    z.pipe(
      z.transform((value: string | undefined) => (value === undefined ? otherwise : Number(value))),
      z.number().check(z.gte(from, `must be at least ${from}`), z.lte(to, `must be at most ${to}`)),
    ),
  );
const url = (protocols: readonly string[]) =>
  z.optional(
    z.string().check(
      z.refine((value) => protocols.some((protocol) => value.startsWith(`${protocol}://`)), {
        error: `must begin with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
      }),
    ),
  );
const oneOf = <const T extends readonly string[]>(values: T, otherwise: T[number]) =>
  z._default(z.enum(values, { error: `must be one of: ${values.join(', ')}` }), otherwise);

const storesVariables = {
  DATA_DIR: z._default(z.string(), './data'),
  EVENTSTOREDB_URL: url(['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover']),
  MONGODB_URL: url(['mongodb', 'mongodb+srv']),
  STREAM_PREFIX: z._default(
    z
      .string()
      .check(z.regex(/^[\w.]*-?$/, 'may hold letters, digits, dots and underscores, and end with a dash')),
    '',
  ),
};

const StoresEnvironment = z.object(storesVariables);
const Environment = z.object({
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  ...storesVariables,
  ADMIN_EMAIL: z._default(email, 'admin@example.com'),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(6, 'must be at least 6 characters'),
        z.maxLength(200, 'must be at most 200 characters'),
      ),
  ),
  SAMPLE: z.optional(z.enum(['on', 'none'], { error: 'must be on or none' })),
  PUBLIC_ORIGIN: z.optional(
    z.string().check(z.refine(isOrigin, { error: 'must be like https://example.org, without a path' })),
  ),
  TRUST_PROXY: wholeNumber(0, 10, 0),
  RATE_LIMIT: oneOf(['on', 'off'], 'on'),
  LOGIN_ATTEMPTS_PER_MINUTE: wholeNumber(1, 1_000_000, 5),
  SIGNUPS_PER_MINUTE: wholeNumber(1, 1_000_000, 20),
  WRITES_PER_MINUTE: wholeNumber(1, 1_000_000, 120),
  PHOTO_REVIEW: oneOf(['after', 'before'], 'after'),
  FOREIGN_PICTURES: oneOf(['on', 'off'], 'on'),
  ACCEPT_LOG: z.optional(z.string().check(z.regex(uuidExpression, 'must be the id of an event log'))),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
});

function isOrigin(value: string): boolean {
  try {
    const { origin, protocol } = new URL(value);
    return origin === value && (protocol === 'http:' || protocol === 'https:');
  } catch {
    return false;
  }
}

/** Lists every mistake in the environment. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface ConfigOptions {
  /** Values of variables that are not set. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The process shares its stores with others, so the records and read models must be on a server. */
  readonly isOneOfSeveral?: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as not set. */
const setIn = (environment: Variables): Variables =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

const mistakesIn = (error: z.core.$ZodError | undefined): string[] =>
  error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];

const refused = (mistakes: readonly string[]): ConfigError =>
  new ConfigError(`The configuration is invalid:\n${mistakes.map((each) => `  ${each}`).join('\n')}`);

const storesConfigOf = (env: z.output<typeof StoresEnvironment>): StoresConfig => ({
  dataDir: env.DATA_DIR,
  eventStoreDbUrl: env.EVENTSTOREDB_URL,
  mongoDbUrl: env.MONGODB_URL,
  streamPrefix: env.STREAM_PREFIX,
});

/** No store is on a server. */
const isEmbedded = ({ EVENTSTOREDB_URL, MONGODB_URL }: z.output<typeof StoresEnvironment>): boolean =>
  EVENTSTOREDB_URL === undefined && MONGODB_URL === undefined;

/** Reads only the settings of the stores. @throws ConfigError with every mistake */
export function readStoresConfig(environment: Variables): StoresConfig {
  const parsed = StoresEnvironment.safeParse(setIn(environment));
  if (!parsed.success) throw refused(mistakesIn(parsed.error));
  return storesConfigOf(parsed.data);
}

/** @throws ConfigError with every mistake */
export function readConfig(
  environment: Variables,
  { defaults = {}, isOneOfSeveral = false }: ConfigOptions = {},
): Config {
  const given: Variables = { ...defaults, ...setIn(environment) };
  const parsed = Environment.safeParse({
    ...given,
    TRUST_PROXY: given['TRUST_PROXY'] === 'off' ? '0' : given['TRUST_PROXY'],
  });
  const mistakes = mistakesIn(parsed.error);
  if (isOneOfSeveral && given['MONGODB_URL'] === undefined) {
    mistakes.push(
      'MONGODB_URL: must be set, since the embedded records and read models belong to the one process of npm start; ' +
        'EVENTSTOREDB_URL too, unless all processes are on this machine and share DATA_DIR',
    );
  }
  const providers = readProviders(given, mistakes);
  const mail = readMail(given, mistakes);
  const photoLicence = readLicence(given, mistakes);
  const map = readMap(given, mistakes);
  if (!parsed.success || mistakes.length > 0) throw refused(mistakes);
  const env = parsed.data;
  const limited = env.RATE_LIMIT === 'on';
  return {
    port: env.PORT,
    host: env.HOST,
    ...storesConfigOf(env),
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    sample: (env.SAMPLE ?? (isEmbedded(env) ? 'on' : 'none')) === 'on',
    publicOrigin: env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`,
    providers,
    photoLicence,
    map,
    mail,
    trustProxy: env.TRUST_PROXY,
    loginAttemptsPerMinute: limited ? env.LOGIN_ATTEMPTS_PER_MINUTE : null,
    signupsPerMinute: limited ? env.SIGNUPS_PER_MINUTE : null,
    writesPerMinute: limited ? env.WRITES_PER_MINUTE : null,
    waitingIsLimited: limited,
    photoReview: env.PHOTO_REVIEW,
    foreignPictures: env.FOREIGN_PICTURES === 'on',
    logLevel: env.LOG_LEVEL,
    acceptLog: env.ACCEPT_LOG?.toLowerCase(),
  };
}

/** The licence of uploads unless the operator sets another one. */
const defaultLicence: Licence = {
  name: 'CC BY 4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/',
};

const name = text('Its name', { most: limits.licenceName });

/**
 * The licence of uploads in `PHOTO_LICENCE`, as in `CC BY-SA 4.0 https://creativecommons.org/licenses/by-sa/4.0/`; the
 * URL may be omitted. Adds any mistake to `mistakes`.
 */
function readLicence(
  { PHOTO_LICENCE: value = defaultLicence.name }: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
): Licence {
  const [, before = value, address] = /^(.*\S)\s+(\S*:\S*)$/.exec(value.trim()) ?? [];
  const parsed = name.safeParse(before);
  for (const { message } of parsed.error?.issues ?? []) mistakes.push(`PHOTO_LICENCE: ${message}`);
  if (/:\/\//.test(before))
    mistakes.push('PHOTO_LICENCE: begins with the name, and the address is behind it');
  if (address !== undefined && !isWebAddress(address))
    mistakes.push('PHOTO_LICENCE: the address must begin with https:// or http://');
  const licence = parsed.data ?? before;
  return { name: licence, url: address ?? (licence === defaultLicence.name ? defaultLicence.url : null) };
}

const isWebAddress = (value: string): boolean =>
  /^https?:\/\//i.test(value) && URL.canParse(value) && value.length <= limits.url;
