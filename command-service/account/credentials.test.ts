import { beforeEach, expect, it } from 'vitest';

import { identify, type Identity, type RecordStore } from '#platform/record-store/index';
import { createCredentials, type Credentials } from './credentials.ts';
import { createLinkTokens, type LinkTokens } from './link-tokens.ts';
import { createPasswords } from './passwords.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { accountOf, recordsOfTest } from '../../test/harness/stores.ts';

const now = 1_760_000_000_000;
const adminEmail = 'admin@example.org';
const ada = accountOf('00000000-0000-4000-8000-000000000001', now);

let records: RecordStore;
let sessions: Sessions;
let links: LinkTokens;
let credentials: Credentials;
let identity: Identity;
beforeEach(async () => {
  records = await recordsOfTest();
  const clock = () => now;
  sessions = createSessions(records, clock);
  links = createLinkTokens(records, clock);
  credentials = createCredentials({ records, links, passwords: await createPasswords(), clock });
  await records.accounts.add(ada);
  const tokens = await sessions.open(ada, { startedBy: 'password', agent: '' });
  const found = await identify(records, { token: tokens?.accessToken ?? '', adminEmail, now });
  if (found === undefined) throw new Error('There is no session');
  identity = found;
});
const changed = { code: 'account-changed' };
const basis = () => ({ version: identity.account.credentials.version, sid: identity.session.sid });

it('do not set a password for a session that was closed after it was recognised', async () => {
  await sessions.end(identity.session.sid);
  await expect(credentials.setPassword(identity, 'a new one')).rejects.toMatchObject(changed);
  await expect(credentials.confirm(ada.id, basis())).rejects.toMatchObject(changed);
  expect(await records.accounts.byId(ada.id)).toEqual(ada);
});

it('set only one of two passwords that were proven at once', async () => {
  const given = ['one', 'two'].map((each) => credentials.setPassword(identity, each));
  const settled = await Promise.allSettled(given);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: changed });
});

it('reset a password by a link that was issued before the password changed, but not before a reset', async () => {
  const issued = await Promise.all([1, 2].map(() => links.issue('reset', ada, true)));
  await credentials.setPassword(identity, 'a new one');
  const [first = '', second = ''] = issued;
  expect(await credentials.reset(first, 'the owner’s')).toMatchObject({ emailVerified: true });
  await expect(credentials.reset(second, 'another')).rejects.toMatchObject({ code: 'link-not-valid' });
});

it('leave an address unchanged if the account changed after the proof', async () => {
  await credentials.setPassword(identity, 'a new one');
  await expect(credentials.confirm(ada.id, { version: 0 })).rejects.toMatchObject(changed);
  expect((await records.accounts.byId(ada.id))?.emailVerified).toBe(false);
});
