import type { Collection, Db } from 'mongodb';

import { upserting } from '../../mongodb/connection.ts';
import type { Leases } from '../../mongodb/lease.ts';
import { responsesKeptFor } from '../keyed/records.ts';
import type { KeyedRow } from './collections.ts';

interface Former {
  readonly _id: string;
  readonly [field: string]: unknown;
}

const toDate = (time: unknown): Date => (time instanceof Date ? time : new Date(Number(time)));

/** The collections of earlier releases, with the function that converts their documents to the keyed store. */
const formers: Readonly<Record<string, (row: Former) => KeyedRow>> = {
  settings: ({ _id, value }) => ({ _id: `setting:${_id}`, text: String(value) }),
  sign_ins: ({ _id: id, expire, ...attempt }) => ({
    _id: `sign-in:${id}`,
    text: JSON.stringify({ id, ...attempt, expire: toDate(expire).getTime() }),
    expire: toDate(expire),
  }),
  // Links of the earliest releases have no version.
  tokens: ({ _id: hash, expire, version = 0, kind, userId, isMailed }) => ({
    _id: `link:${String(kind)}:${hash}`,
    text: JSON.stringify({ hash, kind, userId, version, isMailed, expire: toDate(expire).getTime() }),
    expire: toDate(expire),
    owner: String(userId),
  }),
  answers: ({ _id: key, fingerprint, at, status, headers = {}, body = '' }) => ({
    _id: `answer:${key}`,
    text: JSON.stringify({
      fingerprint,
      at: toDate(at).getTime(),
      ...(status !== null && { answer: { status, headers, body } }),
    }),
    expire: new Date(toDate(at).getTime() + responsesKeptFor + 1),
    owner: key.slice(0, key.indexOf(':')),
  }),
  windows: ({ _id: window, count, resetsAt }) => ({
    _id: `window:${window}`,
    count: Number(count),
    expire: toDate(resetsAt),
  }),
  quotas: ({ _id: key, amount }) => ({ _id: `quota:${key}`, count: Number(amount) }),
  waiting: ({ _id: userId, things }) => ({ _id: `waiting:${userId}`, text: JSON.stringify(things) }),
};

/**
 * Moves documents from collections of earlier releases into the keyed store, under a lease. A moved document is removed
 * from its collection, so that nobody can use a link twice.
 */
export async function carryOver(db: Db, leases: Leases): Promise<void> {
  const found = async () =>
    (await db.listCollections({}, { nameOnly: true }).toArray()).filter(({ name }) => name in formers);
  if ((await found()).length === 0) return;
  await using _alone = await leases.acquire('records/carry-over', new AbortController().signal);
  const keyed = db.collection<KeyedRow>('keyed');
  for (const { name } of await found()) {
    const toRow = formers[name];
    if (toRow === undefined) continue;
    const former: Collection<Former> = db.collection(name);
    for await (const row of former.find({ _id: { $gt: '' } })) {
      const { _id, ...fields } = toRow(row);
      await upserting(() => keyed.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true }));
      await former.deleteOne({ _id: row._id });
    }
    await former.drop();
  }
}
