import type { Filter } from 'mongodb';
import { normaliseEmail } from '#contracts/shared/normalise';
import { isDuplicateOf, upserting } from '../../mongodb/connection.ts';
import { toAccount, type Records, type AccountRow, type Collections } from './collections.ts';
import type { Keyed } from '../keyed/port.ts';
import { settingKey } from '../keyed/records.ts';
import {
  EmailTaken,
  namesOf,
  type Account,
  type Basis,
  type RecordStore,
  type AccountSearch,
  foldedNameOf,
} from '../port.ts';
import { createCredentialChange, whileHeld } from './credentials.ts';
import type { EndSessions } from './sessions.ts';
import type { ChangeNotifier } from '../../mongodb/change-notifier.ts';
import { createNumberedFeed } from './numbered-feed.ts';

const pageSize = 500;

export function createAccounts(
  records: Records,
  keyed: Keyed,
  endSessions: EndSessions,
  renames: Renames,
): RecordStore['accounts'] {
  const { accounts, run } = records;
  const find = (filter: Filter<AccountRow>): Promise<Account[]> =>
    run(async () => (await accounts.find(filter).toArray()).flatMap(toAccount));
  const erasure = createErasure(records, endSessions, renames);
  // Updates single fields, so that neither of two simultaneous changes is lost.
  const update: RecordStore['accounts']['update'] = (id, changes) =>
    unlessTaken(() =>
      run(async () => {
        const folded = changes.email === undefined ? {} : { foldedEmail: normaliseEmail(changes.email) };
        await accounts.updateOne(
          { _id: id, erased: { $exists: false } },
          { $set: { ...changes, ...folded } },
        );
      }),
    );

  return {
    add: ({ id, ...account }) =>
      unlessTaken(() =>
        run(async () => {
          await accounts.insertOne({ _id: id, ...account, foldedEmail: normaliseEmail(account.email) });
        }),
      ),
    byId: async (id) => (await find({ _id: id }))[0],
    byIds: async (ids) => (ids.length === 0 ? [] : find({ _id: { $in: [...ids] } })),
    newest: createNewest(records),
    async *all() {
      for (let after = ''; ;) {
        const rows = await run(() =>
          accounts
            .find({ _id: { $gt: after } })
            .sort({ _id: 1 })
            .limit(pageSize)
            .toArray(),
        );
        yield* rows.flatMap(toAccount);
        if (rows.length < pageSize) return;
        after = rows.at(-1)?._id ?? after;
      }
    },
    byEmail: async (email) => (await find({ foldedEmail: normaliseEmail(email) }))[0],
    update: (id, changes) =>
      'publicName' in changes || 'publicPage' in changes
        ? renames.tellOf(id, () => update(id, changes))
        : update(id, changes),
    changeCredentials: createCredentialChange(records, keyed, endSessions),
    publicNames: async (ids) => namesOf(ids.length === 0 ? [] : await find({ _id: { $in: [...ids] } })),
    renamed: renames.follow,
    unrecorded: (limit) =>
      run(async () => {
        const found = accounts.find({ recorded: false }).sort({ createdAt: 1 }).limit(limit);
        return (await found.toArray()).flatMap(toAccount);
      }),
    ...erasure,
  };
}

/**
 * Erasing takes several writes. The first removes the account and notes that its event is due. Then the account's data
 * is removed, and again before the note is removed: the process may have died in between, or somebody may have signed
 * in.
 */
function createErasure(records: Records, endSessions: EndSessions, renames: Renames) {
  const { accounts, standingChanges, identities, emails, keyed, reportNotes, run } = records;
  const removeBelongings = async (id: string): Promise<void> => {
    await endSessions({ 'sess.userId': id });
    await identities.deleteMany({ userId: id });
    await standingChanges.deleteMany({ userId: id });
    await reportNotes.deleteMany({ userId: id });
    await emails.deleteMany({ userId: id, dueAt: { $gte: 0 } });
    await keyed.deleteMany({ owner: id });
  };
  return {
    erase: (id: string, basis?: Basis) =>
      run(async () => {
        const erase = async (filter: Filter<AccountRow>): Promise<true | undefined> => {
          const { matchedCount } = await accounts.replaceOne(filter, { erased: true });
          return matchedCount === 1 || undefined;
        };
        const isErased = await renames.tellOf(id, () =>
          basis === undefined
            ? erase({ _id: id, erased: { $exists: false } })
            : whileHeld(records, { id, basis }, erase),
        );
        if (isErased) await removeBelongings(id);
        return isErased ?? basis === undefined;
      }),
    unrecordedErasures: (limit: number) =>
      run(async () => (await accounts.find({ erased: true }).limit(limit).toArray()).map(({ _id }) => _id)),
    erasureRecorded: (id: string) =>
      run(async () => {
        await removeBelongings(id);
        await accounts.deleteOne({ _id: id, erased: true });
      }),
  };
}

/** The first release folded emails to NFKC, which made look-alike addresses equal. */
export async function renormaliseEmails({ accounts, keyed }: Collections): Promise<void> {
  const marker = { _id: settingKey('emails-folded-without-nfkc') };
  if ((await keyed.findOne(marker)) !== null) return;
  for await (const row of accounts.find({ _id: { $gt: '' } }).sort({ _id: 1 })) {
    if (row.erased === true) continue;
    const foldedEmail = normaliseEmail(row.email);
    if (foldedEmail === row.foldedEmail) continue;
    await accounts.updateOne({ _id: row._id, foldedEmail: row.foldedEmail }, { $set: { foldedEmail } });
  }
  await upserting(() => keyed.updateOne(marker, { $set: { text: 'done' } }, { upsert: true }));
}

/** The unique index decides which write was first: a query before the write would leave a gap for another write. */
async function unlessTaken(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isDuplicateOf(error, 'foldedEmail')) throw error;
    throw new EmailTaken('The email belongs to another account', { cause: error });
  }
}

export interface Renames {
  /** Reports the account whose public name or page `work` changes. */
  tellOf<T>(userId: string, work: () => Promise<T>): Promise<T>;
  readonly follow: (stop: AbortSignal) => AsyncIterable<string>;
}

/**
 * One document per account whose public name changed, or that had one when it was erased. The server removes it later.
 */
export function createRenames(records: Records, notifier: ChangeNotifier): Renames {
  const { renames, run } = records;
  const feed = createNumberedFeed(records, notifier, {
    counter: 'renamed-accounts',
    after: (number) =>
      run(async () => {
        const rows = await renames
          .find({ number: { $gt: number } })
          .sort({ number: 1 })
          .toArray();
        return rows.map(({ _id: id, number: own }) => ({ id, number: own }));
      }),
  });
  const note = async (userId: string): Promise<void> => {
    const number = await feed.next();
    await upserting(() =>
      renames.updateOne({ _id: userId }, { $set: { number }, $currentDate: { at: true } }, { upsert: true }),
    );
    notifier.notify();
  };
  return {
    follow: feed.follow,
    // Reports it before the work, too: if this process dies in between, most readers still read the new name.
    async tellOf(userId, work) {
      await note(userId);
      const result = await work();
      await note(userId);
      return result;
    },
  };
}

/** The same conditions as those of the indexes. */
const conditions: Readonly<Record<NonNullable<AccountSearch['standing']>, Filter<AccountRow>>> = {
  moderator: { 'standing.role': 'moderator' },
  trusted: { 'standing.trusted': true },
  blocked: { 'standing.blocked': true },
};

/** Lists accounts, newest first, each list from its own index. Texts are compared here, not on the server. */
function createNewest({ accounts, run }: Records): RecordStore['accounts']['newest'] {
  return ({ standing, text, after, limit, scanLimit }) =>
    run(async () => {
      const condition = standing === undefined ? {} : conditions[standing];
      // The first part selects the range of the index; an erased account has no time.
      const { createdAt, id } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
      const place: Filter<AccountRow> = {
        createdAt: { $lte: createdAt },
        $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: id } }],
      };
      const most = text === undefined ? Math.min(limit, scanLimit) : scanLimit;
      const rows = await accounts
        .find({ ...condition, ...place })
        .project<Listed>({ createdAt: 1, firstName: 1, lastName: 1, email: 1 })
        .sort({ createdAt: -1, _id: -1 })
        .limit(most)
        .toArray();
      const found = rows
        .filter((row) => holds(row, text))
        .slice(0, limit)
        .map(toPlace);
      if (found.length === limit) return { found, next: found.at(-1) };
      const last = rows.length < most ? undefined : rows.at(-1);
      return { found, next: last && toPlace(last) };
    });
}

interface Listed {
  readonly _id: string;
  readonly createdAt: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
}

const toPlace = ({ _id: id, createdAt }: Listed) => ({ createdAt, id });

function holds(row: Listed, text: AccountSearch['text']): boolean {
  if (text === undefined) return true;
  if (foldedNameOf(row).includes(text.inName)) return true;
  return text.inEmail !== null && normaliseEmail(row.email).includes(text.inEmail);
}
