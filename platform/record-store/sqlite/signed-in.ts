import { LRUCache } from 'lru-cache';

import { isCurrent } from '../credentials.ts';
import type { RecordStore, SignedIn } from '../port.ts';
import { toAccount } from './account-row.ts';
import type { Connection } from './database.ts';
import { toSession } from './sessions.ts';

interface Row {
  readonly sid: string;
  readonly sess: string;
  readonly expire: number;
  readonly account: string;
}

/** Rows that are kept parsed; a person's requests find the same row again and again. */
const most = 1000;

/**
 * Reads a session together with its account: every request does. The file is read each time, so that what another
 * process has written counts at once; only a row that is still the same is not parsed again.
 */
export function createSignedIn(connection: Connection): RecordStore['signedIn'] {
  const read = connection.prepare<Row>(
    `SELECT sid, sess, expire, account FROM sessions CROSS JOIN accounts ON accounts.id = sess ->> '$.userId'
     WHERE sid = ? AND expire > ?`,
  );
  const parsed = new LRUCache<string, { readonly row: Row; readonly found: SignedIn }>({ max: most });

  return async (sid, now) => {
    const row = read.get(sid, now);
    if (row === undefined) return undefined;
    const known = parsed.get(sid);
    if (known !== undefined && isSame(known.row, row)) return known.found;
    const found = { session: toSession(row), account: toAccount(row) };
    if (!isCurrent(found.session, found.account)) return undefined;
    parsed.set(sid, { row, found });
    return found;
  };
}

const isSame = (one: Row, other: Row): boolean =>
  one.sess === other.sess && one.account === other.account && one.expire === other.expire;
