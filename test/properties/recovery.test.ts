import path from 'node:path';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseEvent } from '#contracts/events';
import { createAccounts, operatorPasswordSetting } from '#command-service/account/accounts';
import { createCredentials } from '#command-service/account/credentials';
import { createLinkTokens } from '#command-service/account/link-tokens';
import { createPasswords, type Passwords } from '#command-service/account/passwords';
import { accountOfProfile } from '#command-service/account/provider-accounts';
import { createSessions, type Tokens } from '#command-service/account/sessions';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import { Refusal } from '#contracts/shared/errors';
import type { EventLog } from '#platform/event-log/index';
import { identify, openRecordStore, type RecordStore } from '#platform/record-store/index';

import { folderOfTest } from '../harness/folders.ts';
import { cheapHashes } from '../harness/in-process.ts';
import { logOfTest } from '../harness/stores.ts';
import { freshDatabase } from '../mongodb-server/database.ts';
import { startMongoTestServer } from '../mongodb-server/server.ts';
import { createStage, gated, type Stage } from './stage.ts';
import { propertySettings } from './worlds.ts';

const { settings, timeout } = propertySettings(10);
const now = Date.UTC(2036, 0, 1);
const clock = () => now;

interface Place extends AsyncDisposable {
  readonly records: RecordStore;
  /** The same records, with a gate before each step that other calls could interrupt. */
  readonly interleaved: RecordStore;
}

async function openFile(folder: string, stage: Stage): Promise<Place> {
  const records = await openRecordStore({ path: path.join(folder, 'records.db') });
  const interleaved = gated(records, () => stage.gate());
  return { records, interleaved, [Symbol.asyncDispose]: () => records[Symbol.asyncDispose]() };
}

/** Other calls can run here between the commands of one call. */
async function openServer(_folder: string, stage: Stage): Promise<Place> {
  const data = new Set(['find', 'findAndModify', 'insert', 'update', 'delete']);
  const server = await startMongoTestServer({
    before: async (command) => (data.has(command) ? stage.gate() : undefined),
  });
  const { url, [Symbol.asyncDispose]: drop } = await freshDatabase(server.url);
  const records = await openRecordStore({ url, path: '' });
  return {
    records,
    interleaved: records,
    async [Symbol.asyncDispose]() {
      await records[Symbol.asyncDispose]();
      await drop();
      await server[Symbol.asyncDispose]();
    },
  };
}

const cheap = await createPasswords({ costs: cheapHashes });

/** The parts of the writing side that change credentials or open sessions, on these records. */
function createParts(records: RecordStore, log: EventLog, passwords: Passwords, adminEmail: string) {
  const links = createLinkTokens(records, clock);
  const streams = createFoldedStreams(log, parseEvent);
  return {
    records,
    links,
    sessions: createSessions(records, clock),
    credentials: createCredentials({ records, links, passwords, clock }),
    accounts: createAccounts({ streams, records, passwords, adminEmail, clock }),
    identity: (token: string) => identify(records, { token, adminEmail, now }),
  };
}
type Parts = ReturnType<typeof createParts>;

const byPassword = { startedBy: 'password', agent: '' } as const;
const names = { firstName: 'A', lastName: 'B' };
const first = 'the planted password';

/** The knowledge of an attacker who signed up with another person's address. */
interface Planted {
  readonly email: string;
  readonly passwords: string[];
  readonly tokens: Tokens[];
  /** The secret of a password link that was issued before. */
  readonly link: string;
}

const attacks = {
  async changePassword({ identity, accounts, credentials, sessions }, { email, passwords, tokens }) {
    let [current, token] = [first, tokens[0]];
    for (let change = 0; change < 3; change += 1) {
      const found = token && (await identity(token.accessToken));
      if (found === undefined || (await accounts.check(email, current)) === undefined) return;
      const next = `planted ${passwords.length}`;
      passwords.push(next);
      const account = await credentials.setPassword(found, next);
      token = await sessions.open(account, byPassword);
      if (token !== undefined) tokens.push(token);
      current = next;
    }
  },
  async signIn({ accounts, sessions }, { email, tokens }) {
    const account = await accounts.check(email, first);
    const token = account && (await sessions.open(account, byPassword));
    if (token !== undefined) tokens.push(token);
  },
  async refresh({ sessions }, { tokens }) {
    const token = await sessions.refresh(tokens[0]?.refreshToken ?? '');
    if (token !== undefined) tokens.push(token);
  },
  async endOthers({ identity, records }, { tokens }) {
    const found = await identity(tokens[0]?.accessToken ?? '');
    if (found === undefined) return;
    const { account, session } = found;
    await records.sessions.deleteOf(account.id, { sid: session.sid, version: account.credentials.version });
  },
  async erase({ identity, accounts }, { email, tokens }) {
    const found = await identity(tokens[0]?.accessToken ?? '');
    if (found === undefined || (await accounts.check(email, first)) === undefined) return;
    const { account, session } = found;
    await accounts.erase(account, { version: account.credentials.version, sid: session.sid });
  },
  async confirm({ identity, credentials }, { tokens }) {
    const found = await identity(tokens[0]?.accessToken ?? '');
    if (found === undefined) return;
    const { account, session } = found;
    await credentials.confirm(account.id, { version: account.credentials.version, sid: session.sid });
  },
  async useLink({ credentials, sessions }, { passwords, tokens, link }) {
    passwords.push('planted by a link');
    const token = await sessions.open(await credentials.reset(link, 'planted by a link'), byPassword);
    if (token !== undefined) tokens.push(token);
  },
} satisfies Record<string, (parts: Parts, planted: Planted) => Promise<void>>;
type Attack = keyof typeof attacks;
const attackNames = Object.keys(attacks) as Attack[];

const ownPassword = 'of the owner';
const recoveries = {
  async claim({ records, accounts, sessions }: Parts, email: string) {
    const person = { provider: 'google', subject: email, emailVerified: true, pictureUrl: null } as const;
    const deps = { records, accounts, clock, beforeSignUp: async () => undefined };
    const joined = await accountOfProfile(deps, { ...person, email, ...names });
    if (typeof joined === 'string') throw new Error(`The provider's word was answered ${joined}`);
    return sessions.open(joined.account, { startedBy: 'google', agent: '' });
  },
  reset: async ({ credentials, sessions }: Parts, _email: string, link: string) =>
    sessions.open(await credentials.reset(link, ownPassword), byPassword),
  async operator({ accounts, sessions }: Parts, email: string) {
    await accounts.ensureAdministrator(ownPassword, () => '');
    const account = await accounts.check(email, ownPassword);
    return account && (await sessions.open(account, byPassword));
  },
} satisfies Record<string, (parts: Parts, email: string, link: string) => Promise<Tokens | undefined>>;
type Recovery = keyof typeof recoveries;

interface Case {
  readonly recovery: Recovery;
  readonly attacks: readonly Attack[];
  readonly picks: readonly number[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  recovery: fc.constantFrom<Recovery>('claim', 'reset', 'operator'),
  attacks: fc.array(fc.constantFrom(...attackNames), { minLength: 1, maxLength: 5 }),
  picks: fc.array(fc.nat(11), { minLength: 1, maxLength: 60 }),
});

/** An attacker plants an account; its owner recovers it while the attacker does everything possible. */
async function check(place: Place, log: EventLog, stage: Stage, each: Case, email: string): Promise<void> {
  const plain = createParts(place.records, log, cheap, each.recovery === 'operator' ? email : '-');
  const passwords = gated(cheap, () => stage.gate());
  const parts = createParts(place.interleaved, log, passwords, each.recovery === 'operator' ? email : '-');

  // Otherwise the operator's password of the previous case would count as this one.
  await place.records.settings.set(operatorPasswordSetting, await cheap.hash('an earlier one'));
  const isVerified = each.recovery === 'operator';
  const passwordHash = await cheap.hash(first);
  const account = await plain.accounts.add({
    ...names,
    email,
    emailVerified: isVerified,
    profileImageUrl: null,
    passwordHash,
  });
  const token = await plain.sessions.open(account, byPassword);
  const link = await plain.links.issue('reset', account, false);
  const planted: Planted = { email, passwords: [first], tokens: token === undefined ? [] : [token], link };
  const mailed = await plain.links.issue('reset', account, true);

  const refused = (error: unknown): undefined => {
    if (!(error instanceof Refusal)) throw error;
  };
  // A person who can confirm the address owns it and the account: then a provider removes nothing.
  const possible = each.attacks.filter((name) => each.recovery !== 'claim' || name !== 'confirm');
  const attacking = possible.map((name) => stage.enter(() => attacks[name](parts, planted)).catch(refused));
  const recovering = stage.enter(() => recoveries[each.recovery](parts, email, mailed)).catch(refused);
  await stage.run(each.picks);
  const [own] = await Promise.all([recovering, ...attacking]);

  // A mailed link becomes invalid with the account, and when another link was used first.
  const mayFail =
    each.recovery === 'reset' && each.attacks.some((name) => name === 'erase' || name === 'useLink');
  if (own === undefined && mayFail) return;
  expect(own).toBeDefined();
  expect((await plain.identity(own?.accessToken ?? ''))?.account).toMatchObject({
    email,
    emailVerified: true,
  });
  if (each.recovery !== 'claim') expect(await plain.accounts.check(email, ownPassword)).toBeDefined();
  for (const password of planted.passwords)
    expect(await plain.accounts.check(email, password)).toBeUndefined();
  for (const { accessToken, refreshToken } of planted.tokens) {
    expect(await plain.identity(accessToken)).toBeUndefined();
    expect(await plain.sessions.refresh(refreshToken)).toBeUndefined();
  }
  await expect(plain.credentials.reset(link, 'once more')).rejects.toBeInstanceOf(Refusal);
}

describe.each([
  ['a file', openFile],
  ['MongoDB', openServer],
] as const)('in %s', (_, open) => {
  test('an account recovered by its owner stays theirs, whatever was in progress', { timeout }, async () => {
    const folder = folderOfTest();
    const stage = createStage();
    const log = await logOfTest(folder);
    let number = 0;
    {
      await using place = await open(folder, stage);
      const property = fc.asyncProperty(cases, (each) =>
        check(place, log, stage, each, `owner-${(number += 1)}@example.org`),
      );
      await fc.assert(property, settings);
    }
  });
});
