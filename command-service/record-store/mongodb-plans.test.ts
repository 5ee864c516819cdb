import { expect, it } from 'vitest';

import { openTestServers } from '../../test/mongodb-server/database.ts';
import { expectIndexed, openTap } from '../../test/mongodb-server/plans.ts';
import { openMongoRecordStore } from './mongodb.ts';
import type { RecordStore } from './port.ts';
import { account, session } from './record-store.contract.ts';

type Part = 'accounts' | 'identities' | 'signIns' | 'sessions' | 'idempotency' | 'limits' | 'settings';
type Call = (store: RecordStore) => Promise<unknown>;
type Calls = { readonly [P in Part]: Readonly<Record<keyof RecordStore[P], Call>> };

const google = { provider: 'google', subject: '7', userId: 'ada' } as const;
const attempt = { id: 'a', provider: 'google', codeVerifier: 'v', nonce: null, expire: 2 } as const;
const never = new AbortController().signal;

/** Whatever the store can be asked for: to leave a method out is a type error. */
const calls: Calls = {
  accounts: {
    add: ({ accounts }) => accounts.add(account('ada')),
    byId: ({ accounts }) => accounts.byId('ada'),
    byIds: ({ accounts }) => accounts.byIds(['ada', 'eve']),
    all: ({ accounts }) => first(accounts.all()),
    byEmail: ({ accounts }) => accounts.byEmail('ada@example.com'),
    update: ({ accounts }) => accounts.update('ada', { email: 'new@example.com' }),
    unrecorded: ({ accounts }) => accounts.unrecorded(10),
    erase: ({ accounts }) => accounts.erase('ada'),
    unrecordedErasures: ({ accounts }) => accounts.unrecordedErasures(10),
    erasureRecorded: ({ accounts }) => accounts.erasureRecorded('ada'),
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
    deleteOf: ({ sessions }) => sessions.deleteOf('ada', 'other'),
  },
  idempotency: {
    claim: ({ idempotency }) => idempotency.claim('k', 'print', 1, 1),
    answer: ({ idempotency }) => idempotency.answer('k', { status: 200, headers: {}, body: '' }, 1),
    release: ({ idempotency }) => idempotency.release('k'),
  },
  limits: {
    hit: ({ limits }) => limits.hit('k', 1000, 1),
    peek: ({ limits }) => limits.peek('k', 1000, 1),
  },
  settings: {
    set: ({ settings }) => settings.set('k', 'v'),
    get: ({ settings }) => settings.get('k'),
  },
};

async function first<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item;
  return undefined;
}

it('finds whatever it reads, changes or removes by an index, without a sort', async () => {
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
  // Each of the collections, and each way to change them.
  expect([...seen].sort()).toEqual([
    'delete accounts',
    'delete answers',
    'delete identities',
    'delete sign_ins',
    'delete windows',
    'find accounts',
    'find counters',
    'find identities',
    'find sessions',
    'find settings',
    'find windows',
    'findAndModify counters',
    'findAndModify sign_ins',
    'findAndModify windows',
    'update accounts',
    'update answers',
    'update leases',
    'update sessions',
    'update settings',
  ]);
});
