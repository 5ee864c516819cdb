import { expect, it } from 'vitest';

import { token } from './mail.contract.ts';
import type { Account, CredentialChange, RecordStore, Session } from './port.ts';

interface Pair {
  readonly store: RecordStore;
  readonly other: RecordStore;
}

interface Given {
  readonly account: (id: string) => Account;
  readonly session: (sid: string, changes?: Partial<Session['sess']>) => Session;
}

/** In the future, because a server removes expired documents itself, at any time. */
const now = 4_070_908_800_000;
const newPassword: CredentialChange = { passwordHash: 'new', ends: 'sessions' };
const recovery: CredentialChange = { passwordHash: null, emailVerified: true, ends: 'sessions-and-links' };

/** Tests of a record store's changes of credentials. */
export function describeCredentials(pair: () => Pair, { account, session }: Given): void {
  it('change only at the version that was read, even if others change them at the same time', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? store : other).accounts.changeCredentials('ada', { version: 0 }, newPassword),
      ),
    );
    const changed = answers.filter((each) => each !== undefined);
    const credentials = { version: 1, sessionsFrom: 1, linksFrom: 0 };
    expect(changed).toEqual([{ ...account('ada'), passwordHash: 'new', credentials }]);
    expect(await store.accounts.byId('ada')).toEqual(changed[0]);
    expect(await store.accounts.changeCredentials('ada', { version: 0 }, recovery)).toBeUndefined();
    expect(await store.accounts.changeCredentials('nobody', { version: 0 }, recovery)).toBeUndefined();
    expect(await store.accounts.byId('ada')).toEqual(changed[0]);
  });

  it('change only while the requesting session exists', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    const basis = { version: 0, sid: 's1' };
    expect(await store.accounts.changeCredentials('ada', basis, newPassword)).toBeUndefined();
    for (const sid of ['s1', 's2']) await store.sessions.put(session(sid));
    await other.sessions.delete('s1');
    expect(await store.accounts.changeCredentials('ada', basis, newPassword)).toBeUndefined();
    expect(await store.accounts.erase('ada', basis)).toBe(false);
    await other.sessions.deleteOf('ada', { sid: 's2', version: 0 });
    expect(
      await store.accounts.changeCredentials('ada', { version: 0, sid: 's2' }, newPassword),
    ).toBeDefined();
  });

  it('end sessions and links of earlier credentials, also those that are stored later', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    for (const each of [session('s1'), session('s2')]) await store.sessions.put(each);
    await store.sessions.put(session('of-eve', { userId: 'eve' }));
    await store.tokens.put(token('reset', 'ada'));
    await store.tokens.put(token('confirm', 'ada', { kind: 'confirm' }));
    expect(await other.signedIn('s1', now)).toBeDefined();

    await store.accounts.changeCredentials('ada', { version: 0 }, newPassword);
    expect(await store.sessions.of('ada', now, 10)).toEqual([]);
    expect(await store.sessions.get('of-eve', now)).toBeDefined();
    expect(await store.tokens.get('reset', 'reset', now)).toBeDefined();
    await store.sessions.put(session('late', { version: 0 }));
    await store.sessions.put(session('new', { version: 1 }));
    expect(await other.signedIn('late', now)).toBeUndefined();
    expect(await other.signedIn('new', now)).toBeDefined();

    const recovered = await store.accounts.changeCredentials('ada', { version: 1 }, recovery);
    expect(recovered?.credentials).toEqual({ version: 2, sessionsFrom: 2, linksFrom: 2 });
    expect(await store.tokens.get('reset', 'reset', now)).toBeUndefined();
    expect(await store.tokens.get('confirm', 'confirm', now)).toBeDefined();
    expect(await other.signedIn('new', now)).toBeUndefined();
  });

  it('may end nothing', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.sessions.put(session('s1'));
    await other.accounts.changeCredentials('ada', { version: 0 }, { emailVerified: true, ends: 'nothing' });
    expect(await store.signedIn('s1', now)).toMatchObject({
      account: { emailVerified: true, credentials: { version: 1, sessionsFrom: 0 } },
    });
  });

  it('report the sessions that they end', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.sessions.put(session('s1'));
    const feeds = [store, other].map((each) => each.sessions.ended(new AbortController().signal));
    const ended = feeds.map((feed) => feed[Symbol.asyncIterator]().next());
    await store.accounts.changeCredentials('ada', { version: 0 }, newPassword);
    for (const each of ended) expect(await each).toEqual({ done: false, value: 's1' });
  });

  it('prevent an erasure of their account that was requested with older ones', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.sessions.put(session('s1', { version: 1 }));
    await store.accounts.changeCredentials('ada', { version: 0 }, { emailVerified: true, ends: 'nothing' });
    expect(await other.accounts.erase('ada', { version: 0, sid: 's1' })).toBe(false);
    expect(await store.accounts.unrecordedErasures(10)).toEqual([]);
    expect(await store.signedIn('s1', now)).toBeDefined();
    expect(await other.accounts.erase('ada', { version: 1, sid: 's1' })).toBe(true);
    expect(await store.accounts.byId('ada')).toBeUndefined();
  });
}
