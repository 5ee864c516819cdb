import { expect, it } from 'vitest';

import { openTestServers } from '../../../test/mongodb-server/database.ts';
import { expectIndexed, openTap } from '../../../test/mongodb-server/plans.ts';
import { openMongoRecordStore } from './record-store.ts';
import type { RecordStore } from '../port.ts';
import { placeList } from '../lists.contract.ts';
import { email, token } from '../mail.contract.ts';
import { account, session } from '../record-store.contract.ts';

type Part =
  | 'accounts'
  | 'standings'
  | 'identities'
  | 'signIns'
  | 'sessions'
  | 'tokens'
  | 'lists'
  | 'outbox'
  | 'idempotency'
  | 'limits'
  | 'quotas'
  | 'waiting'
  | 'reportNotes'
  | 'moderatorNotes'
  | 'settings';
type Call = (store: RecordStore) => Promise<unknown>;
type Calls = { readonly [P in Part]: Readonly<Record<keyof RecordStore[P], Call>> };

const google = { provider: 'google', subject: '7', userId: 'ada' } as const;
const attempt = { id: 'a', provider: 'google', codeVerifier: 'v', nonce: null, expire: 2 } as const;
const never = new AbortController().signal;

/** Calls of all methods of the store; leaving one out is a type error. */
const calls: Calls = {
  accounts: {
    add: ({ accounts }) => accounts.add(account('ada')),
    byId: ({ accounts }) => accounts.byId('ada'),
    byIds: ({ accounts }) => accounts.byIds(['ada', 'eve']),
    async newest({ accounts }) {
      for (const standing of [undefined, 'moderator', 'trusted', 'blocked'] as const) {
        const after = { createdAt: 7, id: 'ada' };
        await accounts.newest({ standing, after, limit: 10, scanLimit: 10 });
        await accounts.newest({ standing, text: { inName: 'a', inEmail: null }, limit: 10, scanLimit: 10 });
      }
    },
    all: ({ accounts }) => first(accounts.all()),
    byEmail: ({ accounts }) => accounts.byEmail('ada@example.com'),
    update: ({ accounts }) => accounts.update('ada', { email: 'new@example.com' }),
    async changeCredentials({ accounts, sessions }) {
      await sessions.put(session('s'));
      const basis = { version: 0, sid: 's' };
      await accounts.changeCredentials('ada', basis, { passwordHash: null, ends: 'sessions-and-links' });
    },
    unrecorded: ({ accounts }) => accounts.unrecorded(10),
    publicNames: ({ accounts }) => accounts.publicNames(['ada', 'eve']),
    async renamed({ accounts }) {
      const renamed = first(accounts.renamed(never));
      await accounts.update('ada', { publicName: 'Ada' });
      await renamed;
    },
    async erase({ accounts }) {
      await accounts.erase('ada', { version: 7 });
      await accounts.erase('ada');
    },
    unrecordedErasures: ({ accounts }) => accounts.unrecordedErasures(10),
    erasureRecorded: ({ accounts }) => accounts.erasureRecorded('ada'),
  },
  standings: {
    note: ({ standings }) =>
      standings.note({ eventId: 'e', userId: 'ada', revision: 1, reason: null, notedAt: 1 }),
    set: ({ standings }) =>
      standings.set('ada', { role: 'user', trusted: true, blocked: false, revision: 1 }),
    open: ({ standings }) => standings.open(10),
    of: ({ standings }) => standings.of('ada'),
    forget: ({ standings }) => standings.forget('e'),
    reasons: ({ standings }) => standings.reasons(['e']),
  },
  identities: {
    add: ({ identities }) => identities.add(google),
    accountOf: ({ identities }) => identities.accountOf(google.provider, google.subject),
    of: ({ identities }) => identities.of('ada'),
    remove: ({ identities }) => identities.remove(google.provider, google.subject),
  },
  signIns: {
    put: ({ signIns }) => signIns.put(attempt),
    take: ({ signIns }) => signIns.take('a', 1),
  },
  sessions: {
    put: ({ sessions }) => sessions.put(session('s')),
    get: ({ sessions }) => sessions.get('s', 1),
    of: ({ sessions }) => sessions.of('ada', 1, 10),
    async ended({ sessions }) {
      const ended = first(sessions.ended(never));
      await sessions.delete('s');
      await ended;
    },
    replace: ({ sessions }) => sessions.replace(session('s'), 'refresh-s'),
    delete: ({ sessions }) => sessions.delete('s'),
    deleteOf: ({ sessions }) => sessions.deleteOf('ada', { sid: 'other', version: 0 }),
  },
  tokens: {
    put: ({ tokens }) => tokens.put(token('h', 'ada')),
    get: ({ tokens }) => tokens.get('h', 'reset', 1),
    take: ({ tokens }) => tokens.take('h', 'reset', 1),
    removeOf: ({ tokens }) => tokens.removeOf('ada', 'reset'),
  },
  lists: {
    add: ({ lists }) => lists.add(placeList('l', 'ada'), 5),
    get: ({ lists }) => lists.get('l'),
    of: ({ lists }) => lists.of('ada'),
    replace: ({ lists }) => lists.replace(placeList('l', 'ada', { sharedId: 's', revision: 1 }), 0),
    shared: ({ lists }) => lists.shared('s'),
    remove: ({ lists }) => lists.remove(placeList('l', 'ada')),
  },
  outbox: {
    add: ({ outbox }) => outbox.add(email('l', 'ada'), 5),
    due: ({ outbox }) => outbox.due(1, 10),
    dueOf: ({ outbox }) => outbox.dueOf('ada', 'decision', 1, 10),
    take: ({ outbox }) => outbox.take({ id: 'l', attempts: 0 }, 2),
    close: ({ outbox }) => outbox.close('l', 1),
  },
  idempotency: {
    claim: ({ idempotency }) => idempotency.claim('k', 'print', 1, 1),
    respond: ({ idempotency }) => idempotency.respond('k', { status: 200, headers: {}, body: '' }, 1),
    release: ({ idempotency }) => idempotency.release('k'),
  },
  limits: {
    hit: ({ limits }) => limits.hit('k', 1000, 1),
    peek: ({ limits }) => limits.peek('k', 1000, 1),
  },
  quotas: {
    reserve: ({ quotas }) => quotas.reserve([{ key: 'k', amount: 1, most: 1 }]),
    release: ({ quotas }) => quotas.release([{ key: 'k', amount: 1 }]),
    set: ({ quotas }) => quotas.set('k', 1),
    amount: ({ quotas }) => quotas.amount('k'),
  },
  waiting: {
    add: ({ waiting }) => waiting.add('ada', 'thing', { most: 5, now: 1 }),
    of: ({ waiting }) => waiting.of('ada'),
    remove: ({ waiting }) => waiting.remove('ada', ['thing']),
  },
  reportNotes: {
    put: ({ reportNotes }) => reportNotes.put({ reportId: 'r', userId: 'ada', text: 'Why' }),
    getMany: ({ reportNotes }) => reportNotes.getMany(['r']),
    of: ({ reportNotes }) => reportNotes.of('ada'),
  },
  moderatorNotes: {
    add: ({ moderatorNotes }) =>
      moderatorNotes.add(
        { entityType: 'user', entityId: 'ada' },
        { id: 'n', text: 'Why', by: 'eve', createdAt: 1 },
        5,
      ),
    of: ({ moderatorNotes }) => moderatorNotes.of({ entityType: 'user', entityId: 'ada' }),
  },
  settings: {
    set: ({ settings }) => settings.set('k', 'v'),
    get: ({ settings }) => settings.get('k'),
    setIf: ({ settings }) => settings.setIf('k', 'v', 'w'),
  },
};

async function first<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item;
  return undefined;
}

it('uses an index for every read, change and removal, without a sort', async () => {
  await using servers = await openTestServers({ replicaSet: true });
  await using place = await servers.fresh();
  await using tap = await openTap(place.url);
  {
    await using store = await openMongoRecordStore({ url: tap.url });
    for (const part of Object.values(calls)) for (const call of Object.values(part)) await call(store);
    await store.sessions.put(session('over', {}, 1));
    await store.sweep(2);
    await (await store.lease('one', never))[Symbol.asyncDispose]();
  }
  const seen = await expectIndexed(place.raw, tap.commands);
  // Every collection, and every way to change it.
  expect([...seen].sort()).toEqual([
    'delete accounts',
    'delete identities',
    'delete keyed',
    'delete letters',
    'delete report_notes',
    'delete standing_changes',
    'find accounts',
    'find counters',
    'find identities',
    'find keyed',
    'find letters',
    'find renames',
    'find report_notes',
    'find sessions',
    'find standing_changes',
    'findAndModify accounts',
    'findAndModify counters',
    'findAndModify keyed',
    'update accounts',
    'update keyed',
    'update leases',
    'update letters',
    'update renames',
    'update report_notes',
    'update sessions',
    'update standing_changes',
  ]);
});
