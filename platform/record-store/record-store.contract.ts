import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { describeCredentials } from './credentials.contract.ts';
import { describePlaceLists } from './lists.contract.ts';
import { describeMail } from './mail.contract.ts';
import {
  EmailTaken,
  firstChoices,
  firstCredentials,
  firstStanding,
  IdentityTaken,
  type Account,
  type AccountSearch,
  type ProviderIdentity,
  type RecordStore,
  type Session,
  type SignInAttempt,
  type StandingChange,
} from './port.ts';

/** A new, empty store, and a second one on the same records, as in another process. */
export interface StorePair extends AsyncDisposable {
  readonly store: RecordStore;
  readonly other: RecordStore;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** In the future, because a server removes expired documents itself, at any time. */
const now = 4_070_908_800_000;

export const account = (id: string, changes: Partial<Account> = {}): Account => ({
  id,
  email: `${id}@example.com`,
  emailVerified: false,
  firstName: 'Ada',
  lastName: null,
  profileImageUrl: null,
  passwordHash: '$argon2id$v=19$x',
  createdAt: now,
  updatedAt: now,
  recorded: false,
  standing: firstStanding,
  credentials: firstCredentials,
  ...firstChoices,
  ...changes,
});

export const session = (
  sid: string,
  changes: Partial<Session['sess']> = {},
  expire = now + day,
): Session => ({
  sid,
  sess: {
    userId: 'ada',
    accessHash: `access-${sid}`,
    accessExpire: now + minute,
    refreshHash: `refresh-${sid}`,
    createdAt: now,
    ...changes,
  },
  expire,
});

const identity = (subject: string, userId: string, changes: Partial<ProviderIdentity> = {}) => ({
  provider: 'google' as const,
  subject,
  userId,
  ...changes,
});

const attempt = (id: string, changes: Partial<SignInAttempt> = {}): SignInAttempt => ({
  id,
  provider: 'google',
  codeVerifier: `verifier of ${id}`,
  nonce: null,
  expire: now + minute,
  ...changes,
});

/** Tests for every record store. */
export function describeRecordStore(name: string, open: () => Promise<StorePair>): void {
  describe(`record store: ${name}`, () => {
    let pair: StorePair;
    beforeEach(async () => {
      pair = await open();
    });
    afterEach(() => pair[Symbol.asyncDispose]());

    describe('accounts', () => describeAccounts(() => pair));
    describe('public names', () => describeNames(() => pair));
    describe('erasing an account', () => describeErasure(() => pair));
    describe('lists of accounts', () => describeLists(() => pair));
    describe('standings', () => describeStandings(() => pair));
    describe('identities', () => describeIdentities(() => pair));
    describe('sign-in attempts', () => describeSignIns(() => pair));
    describe('credentials', () => describeCredentials(() => pair, { account, session }));
    describe('sessions', () => describeSessions(() => pair));
    describe('ended sessions', () => describeEnded(() => pair));
    describe('lists of places', () => describePlaceLists(() => pair, account));
    describeMail(() => pair, account);
    describe('idempotency', () => describeIdempotency(() => pair));
    describe('limits', () => describeLimits(() => pair));
    describe('quotas', () => describeQuotas(() => pair));
    describe('waiting', () => describeWaiting(() => pair));
    describe('notes of reports', () => describeReportNotes(() => pair));
    describe('notes of moderators', () => describeModeratorNotes(() => pair));
    describe('leases and settings', () => describeRest(() => pair));
    describe('sweep', () => describeSweep(() => pair));
  });
}

function describeAccounts(pair: () => StorePair): void {
  it('refuses an email that another account has, in any spelling', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada', { email: 'Ada@Example.com' }));
    const again = account('eve', { email: ' ada@EXAMPLE.com ' });
    await expect(store.accounts.add(again)).rejects.toBeInstanceOf(EmailTaken);
    await expect(other.accounts.add(again)).rejects.toBeInstanceOf(EmailTaken);
    expect(await store.accounts.byId('eve')).toBeUndefined();
  });

  it('treats an email that only looks like another one as different', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada', { email: 'admin@example.com' }));
    await store.accounts.add(account('eve', { email: '\uff41dmin@example.com' }));
    expect((await other.accounts.byEmail('ADMIN@example.com'))?.id).toBe('ada');
    expect((await other.accounts.byEmail('\uff21dmin@example.com'))?.id).toBe('eve');
  });

  it('gives an email to only one of many accounts', async () => {
    const { store, other } = pair();
    const attempts = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? store : other).accounts.add(account(`user-${index}`, { email: 'one@example.com' })),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(EmailTaken);
    }
  });

  it('refuses a change to an email that another account has, and changes nothing', async () => {
    const { store } = pair();
    await store.accounts.add(account('ada'));
    await store.accounts.add(account('eve'));
    const change = store.accounts.update('eve', { email: 'ADA@example.com', firstName: 'Eve' });
    await expect(change).rejects.toBeInstanceOf(EmailTaken);
    expect(await store.accounts.byId('eve')).toEqual(account('eve'));
  });

  it('does not report an id that exists already as a taken email', async () => {
    const { store } = pair();
    await store.accounts.add(account('ada'));
    const again = store.accounts.add(account('ada', { email: 'new@example.com' }));
    await expect(again).rejects.toThrow();
    await expect(again).rejects.not.toBeInstanceOf(EmailTaken);
    expect(await store.accounts.byEmail('new@example.com')).toBeUndefined();
  });

  it('returns what was added, here and in another process', async () => {
    const { store, other } = pair();
    const ada = account('ada', { email: 'Ada@Example.com', emailVerified: true, passwordHash: null });
    await store.accounts.add(ada);
    expect(await store.accounts.byId('ada')).toEqual(ada);
    expect(await other.accounts.byEmail('ada@example.COM')).toEqual(ada);
    expect(await store.accounts.byId('eve')).toBeUndefined();
    expect(await store.accounts.byEmail('eve@example.com')).toBeUndefined();
  });

  it('finds several accounts by their ids, and ignores unknown ids', async () => {
    const { store } = pair();
    for (const id of ['a', 'b', 'c']) await store.accounts.add(account(id));
    const found = await store.accounts.byIds(['c', 'x', 'a', 'a']);
    expect(found.map(({ id }) => id).sort()).toEqual(['a', 'c']);
    expect(await store.accounts.byIds([])).toEqual([]);
  });

  it('returns every account once, however many there are', async () => {
    const { store, other } = pair();
    const ids = Array.from({ length: 1203 }, (_, number) => `person-${number}`);
    for (const id of ids) await store.accounts.add(account(id));
    await store.accounts.erase('person-7');
    const all = [];
    for await (const each of other.accounts.all()) all.push(each);
    expect(all.map(({ id }) => id).sort()).toEqual(ids.filter((id) => id !== 'person-7').sort());
    expect(all).toContainEqual(account('person-8'));
  });

  it('changes only the given fields, also to null', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await other.accounts.update('ada', { firstName: null, notify: 'each' });
    await store.accounts.update('ada', { email: 'Countess@example.com' });
    expect(await store.accounts.byId('ada')).toEqual(
      account('ada', { firstName: null, notify: 'each', email: 'Countess@example.com' }),
    );
    expect((await store.accounts.byEmail('countess@example.com'))?.id).toBe('ada');
    expect(await store.accounts.byEmail('ada@example.com')).toBeUndefined();
    await store.accounts.add(account('eve', { email: 'ada@example.com' }));
  });

  it('loses neither of two simultaneous changes', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await Promise.all([
      store.accounts.update('ada', { firstName: 'A' }),
      other.accounts.update('ada', { lastName: 'L' }),
    ]);
    expect(await store.accounts.byId('ada')).toMatchObject({ firstName: 'A', lastName: 'L' });
  });

  it('ignores a change to an account that does not exist', async () => {
    const { store } = pair();
    await store.accounts.update('nobody', { firstName: 'N' });
    expect(await store.accounts.byId('nobody')).toBeUndefined();
  });

  it('lists those whose event is missing, oldest first, up to a limit', async () => {
    const { store } = pair();
    await store.accounts.add(account('third', { createdAt: now + 3 }));
    await store.accounts.add(account('first', { createdAt: now + 1 }));
    await store.accounts.add(account('done', { createdAt: now, recorded: true }));
    await store.accounts.add(account('second', { createdAt: now + 2 }));
    const ids = async (limit: number) => (await store.accounts.unrecorded(limit)).map(({ id }) => id);
    expect(await ids(10)).toEqual(['first', 'second', 'third']);
    expect(await ids(1)).toEqual(['first']);
    await store.accounts.update('first', { recorded: true });
    expect(await ids(10)).toEqual(['second', 'third']);
  });
}

function describeErasure(pair: () => StorePair): void {
  it('removes everything of that person, and nothing of another', async () => {
    const { store, other } = pair();
    for (const id of ['ada', 'eve']) {
      await store.accounts.add(account(id));
      await store.identities.add(identity(`subject of ${id}`, id));
      await store.sessions.put(session(`session of ${id}`, { userId: id }));
      await store.idempotency.claim(`${id}:key`, 'print', now, minute);
    }
    await store.idempotency.claim('adam:key', 'print', now, minute);
    await other.accounts.erase('ada');
    expect(await store.accounts.byId('ada')).toBeUndefined();
    expect(await store.accounts.byEmail('ada@example.com')).toBeUndefined();
    expect(await store.accounts.unrecorded(10)).toEqual([account('eve')]);
    expect(await store.identities.accountOf('google', 'subject of ada')).toBeUndefined();
    expect(await store.identities.of('ada')).toEqual([]);
    expect(await store.sessions.get('session of ada', now)).toBeUndefined();
    expect(await store.idempotency.claim('ada:key', 'another print', now, minute)).toEqual({ state: 'mine' });
    expect(await store.accounts.byId('eve')).toEqual(account('eve'));
    expect(await store.identities.accountOf('google', 'subject of eve')).toBe('eve');
    expect(await store.sessions.get('session of eve', now)).toBeDefined();
    for (const key of ['eve:key', 'adam:key']) {
      expect((await store.idempotency.claim(key, 'print', now, minute)).state).toBe('running');
    }
    await store.accounts.add(account('new', { email: 'ada@example.com' }));
  });

  it('reports the sessions that end with it', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.sessions.put(session('s1'));
    const feeds = [store, other].map((each) => each.sessions.ended(new AbortController().signal));
    const ended = feeds.map((feed) => feed[Symbol.asyncIterator]().next());
    await store.accounts.erase('ada');
    for (const each of ended) expect(await each).toEqual({ done: false, value: 's1' });
  });

  it('accepts no changes afterwards', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.accounts.erase('ada');
    await other.accounts.update('ada', { email: 'late@example.com', firstName: 'Late' });
    expect(await store.accounts.byId('ada')).toBeUndefined();
    expect(await store.accounts.unrecordedErasures(10)).toEqual(['ada']);
    await other.accounts.add(account('new', { email: 'late@example.com' }));
    expect((await store.accounts.byEmail('late@example.com'))?.id).toBe('new');
  });

  it('leaves a note until its event is recorded, and only if there was an account', async () => {
    const { store, other } = pair();
    for (const id of ['ada', 'eve']) await store.accounts.add(account(id));
    await store.accounts.erase('ada');
    await store.accounts.erase('ada');
    await store.accounts.erase('eve');
    await store.accounts.erase('nobody');
    expect((await other.accounts.unrecordedErasures(10)).sort()).toEqual(['ada', 'eve']);
    expect(await other.accounts.unrecordedErasures(1)).toHaveLength(1);
    await other.accounts.erasureRecorded('ada');
    expect(await store.accounts.unrecordedErasures(10)).toEqual(['eve']);
  });
}

const trusted = { role: 'user', trusted: true, blocked: false } as const;
const change = (eventId: string, changes: Partial<StandingChange> = {}): StandingChange => ({
  eventId,
  userId: 'ada',
  revision: 1,
  reason: null,
  notedAt: now,
  ...changes,
});

function describeLists(pair: () => StorePair): void {
  const newest = async (store: RecordStore, search: Partial<AccountSearch> = {}) => {
    const { found, next } = await store.accounts.newest({ limit: 100, scanLimit: 100, ...search });
    return { ids: found.map(({ id }) => id), next: next?.id };
  };
  const inName = (text: string, inEmail: string | null = null) => ({ text: { inName: text, inEmail } });

  it('returns the newest first, by id where two have the same age, and continues after any of them', async () => {
    const { store, other } = pair();
    for (const [id, age] of Object.entries({ b: 2, a: 3, e: 1, c: 2, d: 2 })) {
      await store.accounts.add(account(id, { createdAt: now - age }));
    }
    await store.accounts.erase('d');
    expect(await newest(other)).toEqual({ ids: ['e', 'c', 'b', 'a'], next: undefined });
    expect(await newest(store, { limit: 2 })).toEqual({ ids: ['e', 'c'], next: 'c' });
    const after = { createdAt: now - 2, id: 'c' };
    expect(await newest(store, { after, limit: 1 })).toEqual({ ids: ['b'], next: 'b' });
    expect(await newest(other, { after })).toEqual({ ids: ['b', 'a'], next: undefined });
  });

  it('finds a fragment of the folded names, and of the email if requested', async () => {
    const { store, other } = pair();
    const named = { zoe: ['Zoë', 'Øster'], jose: ['José', null], none: [null, null] } as const;
    for (const [id, [firstName, lastName]] of Object.entries(named)) {
      await store.accounts.add(account(id, { firstName, lastName }));
    }
    expect((await newest(store, inName('zoe os'))).ids).toEqual(['zoe']);
    expect((await newest(other, inName('os'))).ids).toEqual(['zoe', 'jose']);
    expect((await newest(store, inName('e%'))).ids).toEqual([]);
    expect((await newest(store, inName('@example.com'))).ids).toEqual([]);
    expect((await newest(other, inName('none', 'none@example.com'))).ids).toEqual(['none']);
    await other.accounts.update('none', { lastName: 'Osman' });
    expect((await newest(store, inName('osman'))).ids).toEqual(['none']);
    await store.accounts.erase('zoe');
    expect((await newest(other, inName('zoe'))).ids).toEqual([]);
  });

  it('examines a limited number at a time, and returns where it stopped', async () => {
    const { store } = pair();
    for (let age = 0; age < 9; age += 1) {
      const firstName = age === 7 ? 'Needle' : 'Hay';
      await store.accounts.add(account(`p${age}`, { createdAt: now - age, firstName }));
    }
    const search = { ...inName('needle'), scanLimit: 4 };
    expect(await newest(store, search)).toEqual({ ids: [], next: 'p3' });
    const second = await newest(store, { ...search, after: { createdAt: now - 3, id: 'p3' } });
    expect(second).toEqual({ ids: ['p7'], next: 'p7' });
    const third = await newest(store, { ...search, after: { createdAt: now - 7, id: 'p7' } });
    expect(third).toEqual({ ids: [], next: undefined });
    expect(await newest(store, { ...inName('hay'), limit: 2 })).toEqual({ ids: ['p0', 'p1'], next: 'p1' });
  });

  it('returns only moderators, only trusted or only blocked people', async () => {
    const { store, other } = pair();
    for (const id of ['a', 'b', 'c', 'd']) await store.accounts.add(account(id));
    await store.standings.set('a', { ...trusted, revision: 1 });
    await store.standings.set('b', { ...trusted, role: 'moderator', revision: 1 });
    await store.standings.set('c', { ...trusted, trusted: false, blocked: true, revision: 1 });
    expect((await newest(other, { standing: 'trusted' })).ids).toEqual(['b', 'a']);
    expect((await newest(store, { standing: 'moderator' })).ids).toEqual(['b']);
    expect((await newest(store, { standing: 'blocked' })).ids).toEqual(['c']);
    await other.standings.set('b', { ...firstStanding, revision: 2 });
    expect((await newest(store, { standing: 'trusted' })).ids).toEqual(['a']);
    expect((await newest(store, { standing: 'trusted', ...inName('ada') })).ids).toEqual(['a']);
  });
}

function describeStandings(pair: () => StorePair): void {
  const standingOf = async (store: RecordStore, id = 'ada') => (await store.accounts.byId(id))?.standing;

  it('replaces only a lower revision, and changes nothing else in the account', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.standings.set('ada', { ...trusted, revision: 3 });
    await other.standings.set('ada', { ...firstStanding, revision: 2 });
    await other.standings.set('ada', { ...firstStanding, revision: 3 });
    expect(await other.accounts.byId('ada')).toEqual(
      account('ada', { standing: { ...trusted, revision: 3 } }),
    );
    await other.accounts.update('ada', { firstName: 'A' });
    expect(await standingOf(store)).toEqual({ ...trusted, revision: 3 });
    await other.standings.set('ada', { ...trusted, blocked: true, revision: 4 });
    expect(await standingOf(store)).toEqual({ ...trusted, blocked: true, revision: 4 });
    expect((await store.accounts.byEmail('ada@example.com'))?.firstName).toBe('A');
  });

  it('keeps the latest of many simultaneous ones', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await Promise.all(
      Array.from({ length: 20 }, (_, revision) =>
        (revision % 2 ? store : other).standings.set('ada', { ...trusted, revision }),
      ),
    );
    expect((await standingOf(store))?.revision).toBe(19);
  });

  it('has open notes, oldest first, until a standing with their revision is written', async () => {
    const { store, other } = pair();
    for (const id of ['ada', 'eve']) await store.accounts.add(account(id));
    await store.standings.note(change('second', { revision: 2, notedAt: now + 2 }));
    await store.standings.note(change('first', { notedAt: now + 1 }));
    await store.standings.note(change('first', { notedAt: now + 9, revision: 7 }));
    await other.standings.note(change('third', { userId: 'eve', notedAt: now + 3 }));
    expect((await other.standings.open(10)).map(({ eventId }) => eventId)).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(await store.standings.open(1)).toEqual([change('first', { notedAt: now + 1 })]);
    await other.standings.set('ada', { ...trusted, revision: 1 });
    expect((await store.standings.open(10)).map(({ eventId }) => eventId)).toEqual(['second', 'third']);
    await store.standings.forget('second');
    await store.standings.set('eve', { ...trusted, revision: 5 });
    expect(await store.standings.open(10)).toEqual([]);
  });

  it('keeps reasons, even of closed notes, until the account is erased', async () => {
    const { store, other } = pair();
    for (const id of ['ada', 'eve']) await store.accounts.add(account(id));
    await store.standings.note(change('a', { reason: 'Ada’s neighbour' }));
    await store.standings.note(change('b', { revision: 2 }));
    await store.standings.note(change('c', { userId: 'eve', reason: 'Spam' }));
    for (const id of ['ada', 'eve']) await store.standings.set(id, { ...trusted, revision: 2 });
    const reasons = await other.standings.reasons(['a', 'b', 'c', 'd']);
    expect([...reasons].sort()).toEqual([
      ['a', 'Ada’s neighbour'],
      ['c', 'Spam'],
    ]);
    expect(await other.standings.of('ada')).toEqual([change('a', { reason: 'Ada’s neighbour' })]);
    await store.accounts.erase('ada');
    expect([...(await other.standings.reasons(['a', 'c'])).keys()]).toEqual(['c']);
    await store.standings.note(change('late', { reason: 'Late' }));
    expect(await store.standings.open(10)).toEqual([]);
    expect(await store.standings.of('ada')).toEqual([]);
    await store.standings.set('ada', { ...trusted, revision: 9 });
    expect(await standingOf(store)).toBeUndefined();
  });

  it('reports the person’s sessions, which continue, here and in another process', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.sessions.put(session('s1'));
    await store.sessions.put(session('s2', { userId: 'eve' }));
    const feeds = [store, other].map((each) =>
      each.sessions.ended(new AbortController().signal)[Symbol.asyncIterator](),
    );
    const told = feeds.map((feed) => feed.next());
    await store.standings.set('ada', { ...trusted, revision: 1 });
    for (const each of told) expect(await each).toEqual({ done: false, value: 's1' });
    expect(await other.sessions.get('s1', now)).toEqual(session('s1'));
    // A call that changes nothing is not reported: the next report is about another session.
    const next = feeds.map((feed) => feed.next());
    await store.standings.set('ada', { ...trusted, revision: 1 });
    await store.sessions.delete('s2');
    for (const each of next) expect(await each).toEqual({ done: false, value: 's2' });
  });
}

function describeIdentities(pair: () => StorePair): void {
  it('finds the account of a subject, only for the right provider', async () => {
    const { store, other } = pair();
    await store.identities.add(identity('7', 'ada'));
    await store.identities.add(identity('7', 'eve', { provider: 'github' }));
    expect(await other.identities.accountOf('google', '7')).toBe('ada');
    expect(await other.identities.accountOf('github', '7')).toBe('eve');
    expect(await other.identities.accountOf('discord', '7')).toBeUndefined();
    expect(await other.identities.of('ada')).toEqual([identity('7', 'ada')]);
  });

  it('keeps the first one: a subject has one account, an account has one subject per provider', async () => {
    const { store, other } = pair();
    await store.identities.add(identity('7', 'ada'));
    await other.identities.add(identity('7', 'ada'));
    await expect(other.identities.add(identity('7', 'eve'))).rejects.toBeInstanceOf(IdentityTaken);
    await expect(other.identities.add(identity('8', 'ada'))).rejects.toBeInstanceOf(IdentityTaken);
    expect(await store.identities.accountOf('google', '7')).toBe('ada');
    expect(await store.identities.accountOf('google', '8')).toBeUndefined();
    await store.identities.add(identity('8', 'ada', { provider: 'discord' }));
    expect((await store.identities.of('ada')).map(({ provider }) => provider)).toEqual(['discord', 'google']);
  });

  it('gives a subject to only one of many accounts', async () => {
    const { store, other } = pair();
    const attempts = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? store : other).identities.add(identity('7', `user-${index}`)),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('removes an identity', async () => {
    const { store } = pair();
    await store.identities.add(identity('7', 'ada'));
    await store.identities.remove('google', '7');
    await store.identities.remove('google', '7');
    await store.identities.add(identity('7', 'eve'));
    expect(await store.identities.accountOf('google', '7')).toBe('eve');
  });
}

function describeSignIns(pair: () => StorePair): void {
  it('returns an attempt only once, to whichever caller is first', async () => {
    const { store, other } = pair();
    await store.signIns.put(attempt('a', { nonce: 'n' }));
    const takes = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? store : other).signIns.take('a', now),
    );
    const given = (await Promise.all(takes)).filter((each) => each !== undefined);
    expect(given).toEqual([attempt('a', { nonce: 'n' })]);
  });

  it('returns no attempt that has expired or does not exist', async () => {
    const { store } = pair();
    await store.signIns.put(attempt('a', { expire: now }));
    expect(await store.signIns.take('a', now)).toBeUndefined();
    expect(await store.signIns.take('b', now)).toBeUndefined();
  });
}

function describeSessions(pair: () => StorePair): void {
  it('returns a session until it expires', async () => {
    const { store, other } = pair();
    const mine = session('s1', {}, now + 10);
    await store.sessions.put(mine);
    expect(await other.sessions.get('s1', now + 9)).toEqual(mine);
    expect(await store.sessions.get('s1', now + 10)).toBeUndefined();
    expect(await store.sessions.get('s2', now)).toBeUndefined();
  });

  it('returns the present state of a session and its account, whichever process has changed them', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    const mine = session('s1', { userId: 'ada' }, now + 10);
    await store.sessions.put(mine);
    const found = async () => store.signedIn('s1', now);
    expect(await found()).toEqual({ session: mine, account: account('ada') });
    expect(await found()).toEqual({ session: mine, account: account('ada') });
    expect(await store.signedIn('s1', now + 10)).toBeUndefined();
    expect(await store.signedIn('s2', now)).toBeUndefined();

    await other.accounts.update('ada', { publicName: 'Ada' });
    expect((await found())?.account.publicName).toBe('Ada');
    const standing = { role: 'user', trusted: false, blocked: true, revision: 3 } as const;
    await other.standings.set('ada', standing);
    expect((await found())?.account.standing).toEqual(standing);
    await other.sessions.replace(
      session('s1', { userId: 'ada', accessHash: 'next' }, now + 20),
      'refresh-s1',
    );
    expect((await found())?.session.sess.accessHash).toBe('next');
    expect((await found())?.session.expire).toBe(now + 20);
    await other.sessions.delete('s1');
    expect(await found()).toBeUndefined();
    await other.sessions.put(mine);
    await other.accounts.erase('ada');
    expect(await found()).toBeUndefined();
  });

  it('replaces a session only if the given secret is still valid', async () => {
    const { store } = pair();
    await store.sessions.put(session('s1'));
    const next = session('s1', { refreshHash: 'next', accessHash: 'next' }, now + 2 * day);
    expect(await store.sessions.replace(next, 'another')).toBe(false);
    expect(await store.sessions.get('s1', now)).toEqual(session('s1'));
    expect(await store.sessions.replace(next, 'refresh-s1')).toBe(true);
    expect(await store.sessions.get('s1', now)).toEqual(next);
    expect(await store.sessions.replace(session('s1'), 'refresh-s1')).toBe(false);
    expect(await store.sessions.get('s1', now)).toEqual(next);
  });

  it('lets only one of many refreshes win', async () => {
    const { store, other } = pair();
    await store.sessions.put(session('s1'));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? store : other).sessions.replace(
          session('s1', { refreshHash: `next-${index}` }),
          'refresh-s1',
        ),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    const winner = results.indexOf(true);
    expect((await store.sessions.get('s1', now))?.sess.refreshHash).toBe(`next-${winner}`);
  });

  it('does not restore a deleted session by replacing it', async () => {
    const { store } = pair();
    await store.sessions.put(session('s1'));
    await store.sessions.delete('s1');
    expect(await store.sessions.replace(session('s1'), 'refresh-s1')).toBe(false);
    expect(await store.sessions.get('s1', now)).toBeUndefined();
  });

  it('deletes one session, or all sessions of only one user', async () => {
    const { store, other } = pair();
    for (const sid of ['s1', 's2', 's3']) await store.sessions.put(session(sid));
    await store.sessions.put(session('eve-1', { userId: 'eve' }));
    await store.sessions.delete('s1');
    expect(await other.sessions.get('s1', now)).toBeUndefined();
    expect(await other.sessions.get('s2', now)).toEqual(session('s2'));
    await other.sessions.deleteOf('ada');
    expect(await store.sessions.get('s2', now)).toBeUndefined();
    expect(await store.sessions.get('s3', now)).toBeUndefined();
    expect(await store.sessions.get('eve-1', now)).toBeDefined();
    await store.sessions.delete('not-there');
  });

  it('deletes all sessions of a user except the requesting one and those of later credentials', async () => {
    const { store, other } = pair();
    for (const sid of ['s1', 's2', 's3']) await store.sessions.put(session(sid));
    await store.sessions.put(session('later', { version: 2 }));
    await other.sessions.deleteOf('ada', { sid: 's2', version: 1 });
    expect((await store.sessions.of('ada', now, 10)).map(({ sid }) => sid).sort()).toEqual(['later', 's2']);
  });

  it('lists a user’s sessions that have not expired, newest first, up to a limit', async () => {
    const { store, other } = pair();
    const dated = (sid: string, createdAt: number) => session(sid, { createdAt });
    for (const each of [dated('s1', now + 1), dated('s3', now + 3), dated('s2', now + 2)]) {
      await store.sessions.put(each);
    }
    await store.sessions.put(session('old', { createdAt: now + 4 }, now));
    await store.sessions.put(session('eve-1', { userId: 'eve' }));
    expect(await other.sessions.of('ada', now, 10)).toEqual(
      [3, 2, 1].map((number) => dated(`s${number}`, now + number)),
    );
    expect(await other.sessions.of('ada', now, 1)).toEqual([dated('s3', now + 3)]);
    expect(await other.sessions.of('nobody', now, 10)).toEqual([]);
  });
}

/** The next items of a feed. */
async function take(feed: AsyncIterable<string>, count: number): Promise<string[]> {
  const taken: string[] = [];
  for await (const value of feed) {
    taken.push(value);
    if (taken.length === count) break;
  }
  return taken;
}

function describeNames(pair: () => StorePair): void {
  it('are returned for the accounts that have one', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada', { publicName: 'Ada L.', notify: 'daily' }));
    await store.accounts.add(account('eve'));
    await store.accounts.add(account('bob'));
    await other.accounts.update('bob', { publicName: 'Bob' });
    expect(await store.accounts.byId('ada')).toMatchObject({ publicName: 'Ada L.', notify: 'daily' });
    expect(await store.accounts.publicNames(['ada', 'eve', 'bob', 'nobody', 'ada'])).toEqual(
      new Map([
        ['ada', { name: 'Ada L.', hasPage: false }],
        ['bob', { name: 'Bob', hasPage: false }],
      ]),
    );
    expect(await store.accounts.publicNames([])).toEqual(new Map());
    await store.accounts.erase('ada');
    await store.accounts.update('bob', { publicName: null });
    expect(await other.accounts.publicNames(['ada', 'bob'])).toEqual(new Map());
  });

  it('have a page only if their person turned it on and is not blocked', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada', { publicName: 'Ada L.', publicPage: true }));
    await store.accounts.add(account('eve', { publicPage: true }));
    await store.accounts.add(account('bob', { publicName: 'Bob' }));
    const pages = async () => {
      const names = await other.accounts.publicNames(['ada', 'eve', 'bob']);
      return [...names].filter(([, { hasPage }]) => hasPage).map(([id]) => id);
    };
    expect(await pages()).toEqual(['ada']);
    const { signal } = new AbortController();
    for (const [change, left] of [
      [() => store.accounts.update('bob', { publicPage: true }), ['ada', 'bob']],
      [() => store.standings.set('bob', { ...firstStanding, blocked: true, revision: 0 }), ['ada']],
      [() => store.standings.set('bob', { ...firstStanding, blocked: false, revision: 1 }), ['ada', 'bob']],
      [() => store.accounts.update('bob', { publicPage: false }), ['ada']],
    ] as const) {
      const told = [store, other].map((each) => take(each.accounts.renamed(signal), 1));
      await change();
      expect(await Promise.all(told)).toEqual([['bob'], ['bob']]);
      expect((await pages()).sort()).toEqual(left);
    }
  });

  it('are reported when they change or are erased with their account, in any process', async () => {
    const { store, other } = pair();
    for (const id of ['ada', 'bob', 'eve', 'zoe']) await store.accounts.add(account(id, { publicName: id }));
    const { signal } = new AbortController();
    const tellers = [store, other].map(
      (each) => [each, each.accounts.renamed(signal)[Symbol.asyncIterator]()] as const,
    );
    /** The name that each reader finds when the account is reported with a changed name. */
    const told = async (id: string) => {
      const found = [];
      for (const [reader, feed] of tellers) {
        let value: unknown;
        let name: string | undefined;
        do {
          ({ value } = await feed.next());
          name = (await reader.accounts.publicNames([id])).get(id)?.name;
        } while (value !== id || name === id);
        found.push(name);
      }
      return found;
    };
    await store.accounts.update('ada', { firstName: 'Not told of' });
    await store.accounts.update('bob', { publicName: 'Bob B.' });
    expect(await told('bob')).toEqual(['Bob B.', 'Bob B.']);
    await other.accounts.erase('eve');
    expect(await told('eve')).toEqual([undefined, undefined]);
  });

  it('are reported to a waiting reader, in this process and in another', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    const { signal } = new AbortController();
    const waiting = [store, other].map((each) => take(each.accounts.renamed(signal), 1));
    await store.accounts.update('ada', { publicName: 'Ada' });
    expect(await Promise.all(waiting)).toEqual([['ada'], ['ada']]);
  });
}

function describeEnded(pair: () => StorePair): void {
  it('reports every session that ends after the call, wherever it ends', async () => {
    const { store, other } = pair();
    const { signal } = new AbortController();
    for (const sid of ['s0', 's1', 's2', 's3', 's4']) await store.sessions.put(session(sid));
    await store.sessions.put(session('eve', { userId: 'eve' }));
    await store.sessions.delete('s0');
    const here = store.sessions.ended(signal);
    const there = other.sessions.ended(signal);
    await store.sessions.delete('s1');
    await other.sessions.delete('s2');
    await store.sessions.replace(session('s3', { refreshHash: 'next' }), 'refresh-s3');
    await other.sessions.replace(session('s4', { refreshHash: 'next' }), 'not the secret');
    await other.sessions.deleteOf('eve');
    const expected = ['s1', 's2', 's3', 'eve'];
    expect(await take(here, 4)).toEqual(expected);
    expect(await take(there, 4)).toEqual(expected);
  });

  it('wakes a waiting feed, in this process and in another', async () => {
    const { store, other } = pair();
    await store.sessions.put(session('s1'));
    const { signal } = new AbortController();
    const waiting = [store, other].map((each) => take(each.sessions.ended(signal), 1));
    await store.sessions.delete('s1');
    expect(await Promise.all(waiting)).toEqual([['s1'], ['s1']]);
  });

  it('reports the end of a session once, even if it is ended repeatedly', async () => {
    const { store, other } = pair();
    for (const sid of ['s1', 's2']) await store.sessions.put(session(sid));
    const feed = store.sessions.ended(new AbortController().signal)[Symbol.asyncIterator]();
    await store.sessions.delete('s1');
    expect(await feed.next()).toEqual({ done: false, value: 's1' });
    await store.sessions.delete('s1');
    await other.sessions.deleteOf('ada', { sid: 's2', version: 0 });
    await other.sessions.delete('s2');
    expect(await feed.next()).toEqual({ done: false, value: 's2' });
  });

  it('ends when its signal is aborted, and when the store closes', async () => {
    const { store, other } = pair();
    const stop = new AbortController();
    const aborted = take(store.sessions.ended(stop.signal), 1);
    stop.abort();
    expect(await aborted).toEqual([]);
    const closed = take(other.sessions.ended(new AbortController().signal), 1);
    await other[Symbol.asyncDispose]();
    expect(await closed).toEqual([]);
  });
}

const response = {
  status: 201,
  headers: { 'x-event-position': '7', location: '/api/cities/1' },
  body: '{"ö":1}',
};

function describeIdempotency(pair: () => StorePair): void {
  it('gives a key to only one of many claims', async () => {
    const { store, other } = pair();
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? store : other).idempotency.claim('key', 'print', now, minute),
      ),
    );
    expect(claims.filter(({ state }) => state === 'mine')).toHaveLength(1);
    expect(claims.filter(({ state }) => state === 'running')).toHaveLength(19);
  });

  it('returns the answer to a repeated claim of the key, and keeps the first answer', async () => {
    const { store, other } = pair();
    await store.idempotency.claim('key', 'print', now, minute);
    await store.idempotency.respond('key', response, now + 5);
    await store.idempotency.respond('key', { ...response, status: 409 }, now + 6);
    await store.idempotency.release('key');
    const later = now + 23 * 60 * minute;
    expect(await other.idempotency.claim('key', 'print', later, minute)).toEqual({
      state: 'answered',
      response,
    });
  });

  it('refuses a key that was used for a different request, whether running, answered or dead', async () => {
    const { store } = pair();
    await store.idempotency.claim('key', 'print', now, minute);
    const other = async (at: number) => (await store.idempotency.claim('key', 'other', at, minute)).state;
    expect(await other(now)).toBe('other-request');
    expect(await other(now + 2 * minute)).toBe('other-request');
    await store.idempotency.respond('key', response, now);
    expect(await other(now)).toBe('other-request');
  });

  it('lets a dead claim be claimed again once', async () => {
    const { store, other } = pair();
    const claim = async (each: RecordStore, at: number) =>
      (await each.idempotency.claim('key', 'print', at, minute)).state;
    expect(await claim(store, now)).toBe('mine');
    expect(await claim(other, now + minute - 1)).toBe('running');
    expect(await claim(other, now + minute)).toBe('mine');
    expect(await claim(store, now + minute + 1)).toBe('running');
  });

  it('makes a released key available, even for a different request', async () => {
    const { store } = pair();
    await store.idempotency.claim('key', 'print', now, minute);
    await store.idempotency.release('key');
    expect(await store.idempotency.claim('key', 'other', now, minute)).toEqual({ state: 'mine' });
    await store.idempotency.release('never claimed');
  });
}

function describeLimits(pair: () => StorePair): void {
  const start = Math.floor(now / minute) * minute;

  it('counts across processes within a window, and starts again in the next', async () => {
    const { store, other } = pair();
    const resetsAt = start + minute;
    expect(await store.limits.hit('login:1.2.3.4', minute, start)).toEqual({ count: 1, resetsAt });
    expect(await other.limits.hit('login:1.2.3.4', minute, start + minute - 1)).toEqual({
      count: 2,
      resetsAt,
    });
    expect(await store.limits.hit('login:1.2.3.4', minute, start + minute)).toEqual({
      count: 1,
      resetsAt: start + 2 * minute,
    });
  });

  it('loses none of many simultaneous hits', async () => {
    const { store, other } = pair();
    const hits = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? store : other).limits.hit('k', minute, start)),
    );
    expect(hits.map(({ count }) => count).sort((a, b) => a - b)).toEqual(hits.map((_, index) => index + 1));
  });

  it('counts amounts, also beyond 32 bits', async () => {
    const { store, other } = pair();
    await store.limits.hit('bytes', minute, start, 3_000_000_000);
    expect((await other.limits.hit('bytes', minute, start, 7)).count).toBe(3_000_000_007);
    expect((await store.limits.peek('bytes', minute, start)).count).toBe(3_000_000_007);
  });

  it('reads without counting, and separates keys and windows of different widths', async () => {
    const { store } = pair();
    expect(await store.limits.peek('a', minute, start)).toEqual({ count: 0, resetsAt: start + minute });
    await store.limits.hit('a', minute, start);
    await store.limits.hit('a', minute / 2, start);
    await store.limits.hit('b', minute, start);
    expect((await store.limits.peek('a', minute, start)).count).toBe(1);
    expect((await store.limits.peek('a', minute, start)).count).toBe(1);
  });
}

function describeQuotas(pair: () => StorePair): void {
  const claim = (key: string, amount: number, most: number) => ({ key, amount, most });

  it('grants all claims within the maximum, and refuses the rest', async () => {
    const { store, other } = pair();
    expect(await store.quotas.amount('ada')).toBe(0);
    expect(await store.quotas.reserve([claim('ada', 3, 5)])).toEqual({ granted: true });
    expect(await other.quotas.reserve([claim('ada', 3, 5)])).toEqual({ granted: false, key: 'ada' });
    expect(await other.quotas.reserve([claim('ada', 2, 5)])).toEqual({ granted: true });
    expect(await store.quotas.reserve([claim('ada', 1, 5)])).toEqual({ granted: false, key: 'ada' });
    expect(await store.quotas.reserve([claim('eve', 6, 5)])).toEqual({ granted: false, key: 'eve' });
    expect(await store.quotas.amount('ada')).toBe(5);
    expect(await store.quotas.amount('eve')).toBe(0);
  });

  it('adds all of several claims or none, and names the first without room', async () => {
    const { store } = pair();
    await store.quotas.set('place', 9);
    const claims = [claim('bytes', 100, 1000), claim('place', 2, 10), claim('photos', 1, 0)];
    expect(await store.quotas.reserve(claims)).toEqual({ granted: false, key: 'place' });
    expect(await store.quotas.amount('bytes')).toBe(0);
    expect(await store.quotas.amount('place')).toBe(9);
    expect(await store.quotas.reserve([claim('bytes', 100, 1000), claim('place', 1, 10)])).toEqual({
      granted: true,
    });
    expect(await store.quotas.amount('bytes')).toBe(100);
    expect(await store.quotas.amount('place')).toBe(10);
  });

  it('adds up two claims on one key', async () => {
    const { store } = pair();
    const twice = [claim('ada', 3, 5), claim('ada', 3, 5)];
    expect(await store.quotas.reserve(twice)).toEqual({ granted: false, key: 'ada' });
    expect(await store.quotas.amount('ada')).toBe(0);
  });

  it('never grants more than the maximum, even to many simultaneous callers', async () => {
    const { store, other } = pair();
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 ? store : other).quotas.reserve([claim('ada', 1, 25)]),
      ),
    );
    expect(results.filter(({ granted }) => granted)).toHaveLength(25);
    expect(await store.quotas.amount('ada')).toBe(25);
  });

  it('leaves no amounts of reservations that were refused while others were granted', async () => {
    const { store, other } = pair();
    await store.quotas.set('full', 10);
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const { quotas } = index % 2 ? store : other;
        const second = index % 3 === 0 ? claim('roomy', 1, 1000) : claim('full', 1, 10);
        return quotas.reserve([claim('shared', 7, 100_000), second]);
      }),
    );
    expect(results.filter(({ granted }) => granted)).toHaveLength(20);
    expect(await store.quotas.amount('shared')).toBe(7 * 20);
    expect(await store.quotas.amount('roomy')).toBe(20);
    expect(await store.quotas.amount('full')).toBe(10);
  });

  it('subtracts released amounts, never below 0, and loses none of many simultaneous releases', async () => {
    const { store, other } = pair();
    await store.quotas.set('ada', 50);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? store : other).quotas.release([{ key: 'ada', amount: 1 }]),
      ),
    );
    expect(await store.quotas.amount('ada')).toBe(10);
    await store.quotas.release([
      { key: 'ada', amount: 11 },
      { key: 'nobody', amount: 1 },
    ]);
    expect(await store.quotas.amount('ada')).toBe(0);
    expect(await store.quotas.amount('nobody')).toBe(0);
    expect(await store.quotas.reserve([claim('ada', 5, 5)])).toEqual({ granted: true });
  });

  it('counts beyond 32 bits', async () => {
    const { store, other } = pair();
    const most = 10 * 2 ** 32;
    for (let number = 0; number < 3; number += 1)
      expect(await store.quotas.reserve([claim('bytes', 2 ** 31 - 1, most)])).toEqual({ granted: true });
    expect(await other.quotas.amount('bytes')).toBe(3 * (2 ** 31 - 1));
    await other.quotas.release([{ key: 'bytes', amount: 2 ** 31 }]);
    expect(await store.quotas.amount('bytes')).toBe(3 * (2 ** 31 - 1) - 2 ** 31);
  });

  it('replaces the counted amount with one that is set', async () => {
    const { store, other } = pair();
    await store.quotas.reserve([claim('ada', 3, 5)]);
    await other.quotas.set('ada', 5);
    expect(await store.quotas.reserve([claim('ada', 1, 5)])).toEqual({ granted: false, key: 'ada' });
    await other.quotas.set('ada', 0);
    await other.quotas.set('ada', 0);
    expect(await store.quotas.amount('ada')).toBe(0);
    expect(await store.quotas.reserve([claim('ada', 5, 5)])).toEqual({ granted: true });
  });
}

function describeWaiting(pair: () => StorePair): void {
  const five = { most: 5, now };

  it('adds items up to the maximum, each only once, and lists them', async () => {
    const { store, other } = pair();
    expect(await store.waiting.of('ada')).toEqual([]);
    for (const item of ['a', 'b', 'c', 'd', 'a', 'e'])
      expect(await store.waiting.add('ada', item, five)).toBe(true);
    expect(await other.waiting.add('ada', 'f', five)).toBe(false);
    expect(await other.waiting.add('ada', 'b', { most: 5, now: now + 1 })).toBe(true);
    expect(await store.waiting.add('eve', 'f', five)).toBe(true);
    expect(await store.waiting.add('ada', 'f', { most: 6, now: now + 2 })).toBe(true);
    const items = await other.waiting.of('ada');
    expect(items.sort((one, two) => (one.item < two.item ? -1 : 1))).toEqual([
      ...['a', 'b', 'c', 'd', 'e'].map((item) => ({ item, since: now })),
      { item: 'f', since: now + 2 },
    ]);
  });

  it('never exceeds the maximum, even with many simultaneous callers', async () => {
    const { store, other } = pair();
    const added = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? store : other).waiting.add('ada', `item ${index}`, five),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(5);
    expect(await store.waiting.of('ada')).toHaveLength(5);
  });

  it('removes given items, which makes room for others', async () => {
    const { store, other } = pair();
    for (const item of ['a', 'b', 'c', 'd', 'e']) await store.waiting.add('ada', item, five);
    await other.waiting.remove('ada', ['a', 'c', 'nothing']);
    await other.waiting.remove('nobody', ['a']);
    await other.waiting.remove('ada', []);
    expect((await store.waiting.of('ada')).map(({ item }) => item).sort()).toEqual(['b', 'd', 'e']);
    expect(await store.waiting.add('ada', 'f', five)).toBe(true);
    expect(await store.waiting.add('ada', 'a', five)).toBe(true);
    expect(await store.waiting.add('ada', 'c', five)).toBe(false);
  });
}

function describeReportNotes(pair: () => StorePair): void {
  const note = (reportId: string, userId = 'ada', text = `Why ${reportId}`) => ({ reportId, userId, text });

  it('returns the notes of given reports, and those of a person', async () => {
    const { store, other } = pair();
    for (const each of [note('r1'), note('r2', 'eve'), note('r3')]) await store.reportNotes.put(each);
    const byId = (notes: readonly { reportId: string }[]) =>
      notes.toSorted((one, two) => (one.reportId < two.reportId ? -1 : 1));
    expect(byId(await other.reportNotes.getMany(['r1', 'r2', 'missing']))).toEqual([
      note('r1'),
      note('r2', 'eve'),
    ]);
    expect(byId(await other.reportNotes.of('ada'))).toEqual([note('r1'), note('r3')]);
    expect(await store.reportNotes.getMany([])).toEqual([]);
  });

  it('keeps the first note of a report', async () => {
    const { store, other } = pair();
    await store.reportNotes.put(note('r1'));
    await other.reportNotes.put(note('r1', 'ada', 'Something else'));
    expect(await store.reportNotes.getMany(['r1'])).toEqual([note('r1')]);
  });

  it('removes a person’s notes with the account', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    for (const each of [note('r1'), note('r2', 'eve')]) await store.reportNotes.put(each);
    await other.accounts.erase('ada');
    expect(await store.reportNotes.getMany(['r1', 'r2'])).toEqual([note('r2', 'eve')]);
  });
}

function describeModeratorNotes(pair: () => StorePair): void {
  const city = { entityType: 'city', entityId: 'c' };
  const ada = { entityType: 'user', entityId: 'ada' };
  const note = (id: string) => ({ id, text: `Text ${id}`, by: 'eve', createdAt: 7 });

  it('returns the notes on an item in the order in which they were written', async () => {
    const { store, other } = pair();
    expect(await store.moderatorNotes.add(city, note('1'), 9)).toBe(true);
    expect(await other.moderatorNotes.add(city, note('2'), 9)).toBe(true);
    expect(await store.moderatorNotes.add(city, note('1'), 9)).toBe(true);
    expect(await store.moderatorNotes.of(city)).toEqual([note('1'), note('2')]);
    expect(await store.moderatorNotes.of({ ...city, entityType: 'location' })).toEqual([]);
  });

  it('never stores more notes on an item than the limit, however many arrive at once', async () => {
    const { store, other } = pair();
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? store : other).moderatorNotes.add(city, note(String(index)), 5),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(5);
    expect(await store.moderatorNotes.of(city)).toHaveLength(5);
  });

  it('removes the notes on an account with it, and accepts none on an erased account', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    expect(await store.moderatorNotes.add(ada, note('1'), 9)).toBe(true);
    expect(await store.moderatorNotes.add(city, note('2'), 9)).toBe(true);
    await other.accounts.erase('ada');
    expect(await store.moderatorNotes.of(ada)).toEqual([]);
    expect(await store.moderatorNotes.add(ada, note('3'), 9)).toBe(false);
    expect(await store.moderatorNotes.of(ada)).toEqual([]);
    expect(await store.moderatorNotes.of(city)).toEqual([note('2')]);
  });
}

function describeRest(pair: () => StorePair): void {
  it('gives a lease to one holder at a time, independently of leases with other names', async () => {
    const { store, other } = pair();
    const { signal } = new AbortController();
    const first = await store.lease('housekeeping', signal);
    let second: AsyncDisposable | undefined;
    const waiting = other.lease('housekeeping', signal).then((lease) => {
      second = lease;
    });
    await using _elsewhere = await other.lease('sweep', signal);
    expect(second).toBeUndefined();
    await first[Symbol.asyncDispose]();
    await waiting;
    expect(second).toBeDefined();
    await second?.[Symbol.asyncDispose]();
  });

  it('stops waiting for a lease when the signal is aborted', async () => {
    const { store, other } = pair();
    await using _held = await store.lease('housekeeping', new AbortController().signal);
    const stop = new AbortController();
    const waiting = other.lease('housekeeping', stop.signal);
    stop.abort(new Error('shutting down'));
    await expect(waiting).rejects.toThrow();
  });

  it('keeps settings', async () => {
    const { store, other } = pair();
    expect(await store.settings.get('checkpoint')).toBeUndefined();
    await store.settings.set('checkpoint', '7');
    await other.settings.set('checkpoint', '8');
    expect(await store.settings.get('checkpoint')).toBe('8');
  });

  it('sets a setting for one of several callers', async () => {
    const { store, other } = pair();
    const all = (before: string | undefined, ...values: string[]) =>
      Promise.all(values.map((value, at) => (at % 2 ? store : other).settings.setIf('key', before, value)));
    const first = await all(undefined, 'a', 'b', 'c', 'd');
    expect(first.filter(Boolean)).toEqual([true]);
    const value = 'abcd'[first.indexOf(true)];
    expect(await store.settings.get('key')).toBe(value);
    expect(await all(undefined, 'e')).toEqual([false]);
    expect(await all('z', 'e')).toEqual([false]);
    expect((await all(value, 'e', 'f')).filter(Boolean)).toEqual([true]);
  });

  it('answers a ping', async () => {
    await expect(pair().store.ping()).resolves.toBeUndefined();
  });
}

function describeSweep(pair: () => StorePair): void {
  it('drops expired sessions and no others', async () => {
    const { store } = pair();
    await store.sessions.put(session('old', {}, now));
    await store.sessions.put(session('young', {}, now + 1));
    await store.sweep(now);
    expect(await store.sessions.get('old', now - 1)).toBeUndefined();
    expect(await store.sessions.get('young', now)).toBeDefined();
  });

  it('drops sign-in attempts that nobody completed', async () => {
    const { store } = pair();
    await store.signIns.put(attempt('old', { expire: now }));
    await store.signIns.put(attempt('young'));
    await store.sweep(now);
    expect(await store.signIns.take('old', now - 1)).toBeUndefined();
    expect(await store.signIns.take('young', now)).toBeDefined();
  });

  it('keeps answers for 24 hours after they were given, and claims for as long', async () => {
    const { store } = pair();
    const state = async (key: string, at: number) =>
      (await store.idempotency.claim(key, 'print', at, 100 * day)).state;
    await state('answered', now);
    await store.idempotency.respond('answered', response, now + minute);
    await state('claimed', now);
    await store.sweep(now + day);
    expect(await state('answered', now + day)).toBe('answered');
    expect(await state('claimed', now + day)).toBe('running');
    await store.sweep(now + day + minute + 1);
    expect(await state('answered', now + day)).toBe('mine');
    expect(await state('claimed', now + day)).toBe('mine');
  });

  it('drops past windows, and keeps the current one', async () => {
    const { store } = pair();
    const start = Math.floor(now / minute) * minute;
    await store.limits.hit('k', minute, start);
    await store.limits.hit('k', minute, start + minute);
    await store.sweep(start + minute);
    expect((await store.limits.peek('k', minute, start)).count).toBe(0);
    expect((await store.limits.peek('k', minute, start + minute)).count).toBe(1);
  });

  it('drops more rows than fit in one batch, and reports the sessions', async () => {
    const { store } = pair();
    const sids = Array.from({ length: 450 }, (_, index) => `s${index}`);
    for (const sid of sids) await store.sessions.put(session(sid, {}, now));
    const feed = store.sessions.ended(new AbortController().signal);
    await store.sweep(now);
    const told = new Set<string>();
    for await (const sid of feed) if (told.add(sid).size === sids.length) break;
    expect(told).toEqual(new Set(sids));
  });
}
