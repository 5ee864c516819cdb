import { beforeEach, expect, it } from 'vitest';

import { type RecordStore } from '#platform/record-store/index';
import { createSessions, type Sessions } from './sessions.ts';
import { accountOf, recordsOfTest } from '../../test/harness/stores.ts';

const now = 1_760_000_000_000;
const ada = accountOf('00000000-0000-4000-8000-000000000001', now, {
  passwordHash: 'the hash that was compared with',
});

let records: RecordStore;
let sessions: Sessions;
beforeEach(async () => {
  records = await recordsOfTest();
  sessions = createSessions(records, () => now);
  await records.accounts.add(ada);
});
const left = () => records.sessions.of(ada.id, now, 10);
const changePassword = (passwordHash: string | null) =>
  records.accounts.changeCredentials(ada.id, { version: 0 }, { passwordHash, ends: 'sessions' });
const byPassword = { startedBy: 'password', agent: '' } as const;

it('stores how a session began', async () => {
  const agent = ` Browser/1.0\u0000\n${'x'.repeat(300)}`;
  const tokens = await sessions.open(ada, { startedBy: 'google', agent });
  expect(tokens?.userId).toBe(ada.id);
  expect((await left()).map(({ sid, sess }) => [sid, sess.startedBy, sess.agent])).toEqual([
    [tokens?.sid, 'google', `Browser/1.0${'x'.repeat(189)}`],
  ]);
});

it('begins no session with a password that has just been changed', async () => {
  await changePassword('another');
  expect(await sessions.open(ada, byPassword)).toBeUndefined();
  expect(await left()).toEqual([]);
});

it('begins a session by a provider even if the password has changed', async () => {
  await changePassword(null);
  expect(await sessions.open(ada, { startedBy: 'github', agent: '' })).toBeDefined();
});

it('begins no session for an account that has just been erased', async () => {
  await records.accounts.erase(ada.id);
  for (const startedBy of ['password', 'discord'] as const) {
    expect(await sessions.open(ada, { startedBy, agent: '' })).toBeUndefined();
  }
  expect(await left()).toEqual([]);
});

it('keeps how and when a session began when it is refreshed', async () => {
  const first = await sessions.open(ada, { startedBy: 'discord', agent: 'Browser/1.0' });
  await createSessions(records, () => now + 1000).refresh(first?.refreshToken ?? '');
  expect((await left()).map(({ sess }) => sess)).toMatchObject([
    { startedBy: 'discord', agent: 'Browser/1.0', createdAt: now },
  ]);
});

it('closes and announces the oldest of more than thirty sessions, but never the new one', async () => {
  const feed = records.sessions.ended(new AbortController().signal)[Symbol.asyncIterator]();
  const sids: string[] = [];
  let time = now;
  const own = createSessions(records, () => time);
  for (let count = 0; count < 33; count += 1) {
    time += 1;
    sids.push((await own.open(ada, byPassword))?.sid ?? '');
  }
  const left = await records.sessions.of(ada.id, now, 100);
  expect(left.map(({ sid }) => sid).toSorted()).toEqual(sids.slice(3).toSorted());
  for (const sid of sids.slice(0, 3)) expect((await feed.next()).value).toBe(sid);
});

it('keeps thirty sessions if sixty begin at the same moment', async () => {
  const begun = await Promise.all(Array.from({ length: 60 }, () => sessions.open(ada, byPassword)));
  expect(begun.every((tokens) => tokens !== undefined)).toBe(true);
  const last = await sessions.open(ada, byPassword);
  const left = await records.sessions.of(ada.id, now, 100);
  expect(left).toHaveLength(30);
  expect(left.some(({ sid }) => sid === last?.sid)).toBe(true);
});
