import type { AccountPlace, AccountSearch, RecordStore } from '../port.ts';
import type { Connection } from './database.ts';

/** The same conditions as those of the indexes. */
const conditions: Readonly<Record<NonNullable<AccountSearch['standing']>, string>> = {
  moderator: "account ->> '$.standing.role' = 'moderator'",
  trusted: "account ->> '$.standing.trusted'",
  blocked: "account ->> '$.standing.blocked'",
};
/** The place before every account. */
const beginning: AccountPlace = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

/** Lists the accounts in the file, newest first, each list from its own index. */
export function createNewest(connection: Connection): RecordStore['accounts']['newest'] {
  const lists = {
    all: prepareList(connection, 'true'),
    moderator: prepareList(connection, conditions.moderator),
    trusted: prepareList(connection, conditions.trusted),
    blocked: prepareList(connection, conditions.blocked),
  };
  return async ({ standing, text, after = beginning, limit, scanLimit }) => {
    const { list, search, last } = lists[standing ?? 'all'];
    const place = [after.createdAt, after.id] as const;
    if (text === undefined) {
      const found = list.all(...place, Math.min(limit, scanLimit));
      return { found, next: found.length < Math.min(limit, scanLimit) ? undefined : found.at(-1) };
    }
    const found = search.all(...place, scanLimit, text.inName, text.inEmail, limit);
    if (found.length === limit) return { found, next: found.at(-1) };
    return { found, next: last.all(...place, scanLimit - 1)[0] };
  };
}

function prepareList(connection: Connection, condition: string) {
  const from = `FROM accounts WHERE ${condition} AND (created_at, id) < (?, ?)`;
  const order = 'ORDER BY created_at DESC, id DESC LIMIT';
  const place = 'created_at AS createdAt, id';
  return {
    list: connection.prepare<AccountPlace>(`SELECT ${place} ${from} ${order} ?`),
    search: connection.prepare<AccountPlace>(
      `SELECT createdAt, id FROM (SELECT ${place}, folded_name, folded_email ${from} ${order} ?)
       WHERE instr(folded_name, ?) > 0 OR instr(folded_email, ?) > 0 LIMIT ?`,
    ),
    last: connection.prepare<AccountPlace>(`SELECT ${place} ${from} ${order} 1 OFFSET ?`),
  };
}
