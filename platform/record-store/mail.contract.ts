import { describe, expect, it } from 'vitest';

import type { Account, OutboxEmail, LinkToken, RecordStore } from './port.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** In the future, because a server removes expired documents itself, at any time. */
const now = 4_070_908_800_000;

export const token = (hash: string, userId: string, changes: Partial<LinkToken> = {}): LinkToken => ({
  hash,
  kind: 'reset',
  userId,
  version: 0,
  isMailed: true,
  expire: now + minute,
  ...changes,
});

export const email = (
  id: string,
  userId: string | null,
  changes: Partial<OutboxEmail> = {},
): OutboxEmail => ({
  id,
  kind: 'decision',
  userId,
  content: `{"about":"${id}"}`,
  since: now,
  dueAt: now,
  attempts: 0,
  ...changes,
});

interface Pair {
  readonly store: RecordStore;
  readonly other: RecordStore;
}

/** Tests of a record store's tokens and emails. */
export function describeMail(pair: () => Pair, account: (id: string) => Account): void {
  const withPeople = async (...ids: readonly string[]): Promise<Pair> => {
    const both = pair();
    for (const id of ids) await both.store.accounts.add(account(id));
    return both;
  };
  describe('tokens', () => describeTokens(withPeople));
  describe('the outbox', () => describeOutbox(withPeople));
}

type WithPeople = (...ids: readonly string[]) => Promise<Pair>;

function describeTokens(withPeople: WithPeople): void {
  it('are found until they are taken, and only by their kind', async () => {
    const { store, other } = await withPeople('ada');
    const mailed = token('a', 'ada', { isMailed: false });
    await store.tokens.put(mailed);
    expect(await other.tokens.get('a', 'reset', now)).toEqual(mailed);
    expect(await store.tokens.get('a', 'confirm', now)).toBeUndefined();
    expect(await store.tokens.take('a', 'confirm', now)).toBeUndefined();
    expect(await other.tokens.take('a', 'reset', now)).toEqual(mailed);
    expect(await store.tokens.get('a', 'reset', now)).toBeUndefined();
    expect(await store.tokens.take('a', 'reset', now)).toBeUndefined();
  });

  it('are given to only one of many callers', async () => {
    const { store, other } = await withPeople('ada');
    await store.tokens.put(token('a', 'ada'));
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? store : other).tokens.take('a', 'reset', now)),
    );
    expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
  });

  it('are invalid once they have expired, and are then swept', async () => {
    const { store } = await withPeople('ada');
    await store.tokens.put(token('old', 'ada', { expire: now }));
    await store.tokens.put(token('young', 'ada', { expire: now + 1 }));
    expect(await store.tokens.get('old', 'reset', now)).toBeUndefined();
    expect(await store.tokens.take('old', 'reset', now)).toBeUndefined();
    await store.sweep(now);
    expect(await store.tokens.get('old', 'reset', now - 1)).toBeUndefined();
    expect(await store.tokens.get('young', 'reset', now)).toBeDefined();
  });

  it('are removed with the others of their kind, or with their account, without affecting anybody else', async () => {
    const { store, other } = await withPeople('ada', 'eve');
    await store.tokens.put(token('a', 'ada'));
    await store.tokens.put(token('b', 'ada', { kind: 'confirm' }));
    await store.tokens.put(token('c', 'eve'));
    await other.tokens.removeOf('ada', 'reset');
    expect(await store.tokens.get('a', 'reset', now)).toBeUndefined();
    expect(await store.tokens.get('b', 'confirm', now)).toBeDefined();
    await other.accounts.erase('ada');
    expect(await store.tokens.get('b', 'confirm', now)).toBeUndefined();
    await store.tokens.put(token('d', 'ada'));
    expect(await store.tokens.get('d', 'reset', now)).toBeUndefined();
    expect(await store.tokens.get('c', 'reset', now)).toBeDefined();
  });
}

function describeOutbox(withPeople: WithPeople): void {
  const idsOf = (emails: readonly OutboxEmail[]) => emails.map(({ id }) => id);

  it('returns emails that are due, the longest overdue first', async () => {
    const { store, other } = await withPeople('ada');
    await store.outbox.add(email('late', 'ada', { dueAt: now + 1 }), 9);
    await store.outbox.add(email('first', null, { kind: 'reset', dueAt: now - 2 }), 9);
    await store.outbox.add(email('second', 'ada', { dueAt: now - 1 }), 9);
    expect(await other.outbox.due(now, 10)).toEqual([
      email('first', null, { kind: 'reset', dueAt: now - 2 }),
      email('second', 'ada', { dueAt: now - 1 }),
    ]);
    expect(idsOf(await store.outbox.due(now, 1))).toEqual(['first']);
    expect(idsOf(await store.outbox.dueOf('ada', 'decision', now + 1, 10))).toEqual(['second', 'late']);
    expect(await store.outbox.dueOf('ada', 'confirm', now + 1, 10)).toEqual([]);
  });

  it('lets only one of many callers take an email, until it is due again', async () => {
    const { store, other } = await withPeople('ada');
    await store.outbox.add(email('a', 'ada'), 9);
    const [read] = await store.outbox.due(now, 1);
    if (read === undefined) throw new Error('The email is not due');
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? store : other).outbox.take(read, now + minute)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await store.outbox.due(now, 1)).toEqual([]);
    expect(await other.outbox.due(now + minute, 1)).toEqual([
      email('a', 'ada', { attempts: 1, dueAt: now + minute }),
    ]);
  });

  it('accepts no email twice, not even after it was sent', async () => {
    const { store, other } = await withPeople('ada');
    await store.outbox.add(email('a', 'ada', { content: 'first' }), 9);
    await other.outbox.add(email('a', 'ada', { content: 'second' }), 9);
    expect((await store.outbox.due(now, 9)).map(({ content }) => content)).toEqual(['first']);
    await store.outbox.close('a', now);
    expect(await store.outbox.take({ id: 'a', attempts: 0 }, now)).toBe(false);
    await other.outbox.add(email('a', 'ada'), 9);
    await store.sweep(now + 3 * day - 1);
    await other.outbox.add(email('a', 'ada'), 9);
    expect(await store.outbox.due(now, 9)).toEqual([]);
    await store.sweep(now + 3 * day);
    await store.outbox.add(email('a', 'ada'), 9);
    expect(idsOf(await store.outbox.due(now, 9))).toEqual(['a']);
  });

  it('limits the emails of each person, independently of others', async () => {
    const { store } = await withPeople('ada', 'eve');
    for (const id of ['a', 'b', 'c']) await store.outbox.add(email(id, 'ada'), 2);
    await store.outbox.add(email('d', 'eve'), 2);
    expect(idsOf(await store.outbox.due(now, 9)).sort()).toEqual(['a', 'b', 'd']);
    await store.outbox.close('a', now);
    await store.outbox.add(email('c', 'ada'), 2);
    expect(idsOf(await store.outbox.due(now, 9)).sort()).toEqual(['b', 'c', 'd']);
  });

  it('drops the emails of an erased account, and accepts none for it', async () => {
    const { store, other } = await withPeople('ada', 'eve');
    await store.outbox.add(email('a', 'ada'), 9);
    await store.outbox.add(email('b', 'eve'), 9);
    await other.accounts.erase('ada');
    await store.outbox.add(email('c', 'ada'), 9);
    expect(idsOf(await store.outbox.due(now, 9))).toEqual(['b']);
  });
}
