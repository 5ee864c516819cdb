import type { Filter } from 'mongodb';

import type { ChangeNotifier } from '../../mongodb/change-notifier.ts';
import { upserting } from '../../mongodb/connection.ts';
import type { Records, SessionRow } from './collections.ts';
import type { RecordStore, Session } from '../port.ts';
import { createNumberedFeed } from './numbered-feed.ts';

/** Ends the sessions that match the filter, and reports them. */
export type EndSessions = (filter: Filter<SessionRow>) => Promise<void>;

/** Reports all sessions of a person whose standing has changed. */
export type AnnounceSessions = (userId: string) => Promise<void>;

/**
 * Sessions as documents. A single write removes the data of an ended session and gives it the next number of all ends,
 * so no session can end without a report. The server removes the rest after a while.
 */
export function createSessions(
  records: Records,
  notifier: ChangeNotifier,
): {
  readonly sessions: RecordStore['sessions'];
  readonly end: EndSessions;
  readonly tellOf: AnnounceSessions;
} {
  const { accounts, sessions, run } = records;
  const feed = createNumberedFeed(records, notifier, {
    counter: 'ended-sessions',
    after: (number) =>
      run(async () => {
        const found = sessions.find({ ended: { $gt: number } }, { projection: { ended: 1 } });
        const rows = await found.sort({ ended: 1 }).toArray();
        return rows.map(({ _id: id, ended = 0 }) => ({ id, number: ended }));
      }),
  });

  const end: EndSessions = async (filter) => {
    const ended = await feed.next();
    await sessions.updateMany(
      { ...filter, sess: { $exists: true } },
      { $set: { ended }, $unset: { sess: true }, $currentDate: { expire: true } },
    );
    notifier.notify();
  };

  /**
   * Ends sessions, and then raises the account's number: later changes of credentials by these sessions are refused.
   */
  const endAndNote = async (userId: string, filter: Filter<SessionRow> = {}): Promise<void> => {
    await end({ ...filter, 'sess.userId': userId });
    await accounts.updateOne({ _id: userId, erased: { $exists: false } }, { $inc: { sessionEnds: 1 } });
  };

  const tellOf: AnnounceSessions = async (userId) => {
    const ended = await feed.next();
    await sessions.updateMany({ 'sess.userId': userId }, { $set: { ended } });
    notifier.notify();
  };

  return {
    end,
    tellOf,
    sessions: {
      put: ({ sid, sess, expire }) =>
        run(async () => {
          await upserting(() =>
            sessions.replaceOne({ _id: sid }, { sess, expire: new Date(expire) }, { upsert: true }),
          );
        }),
      get: (sid, now) =>
        run(async () => {
          const row = await sessions.findOne({ _id: sid, expire: { $gt: new Date(now) } });
          return row === null ? undefined : toSessions(row)[0];
        }),
      replace: ({ sid, sess, expire }, refreshHash) =>
        run(async () => {
          const ended = await feed.next();
          const { matchedCount } = await sessions.updateOne(
            { _id: sid, 'sess.refreshHash': refreshHash },
            { $set: { sess, expire: new Date(expire), ended } },
          );
          notifier.notify();
          return matchedCount === 1;
        }),
      delete: (sid) =>
        run(async () => {
          const row = await sessions.findOne({ _id: sid });
          if (row?.sess !== undefined) await endAndNote(row.sess.userId, { _id: sid });
        }),
      deleteOf: (userId, asking) =>
        run(() =>
          endAndNote(
            userId,
            // A session of an earlier release has no version.
            asking && { _id: { $ne: asking.sid }, 'sess.version': { $not: { $gt: asking.version } } },
          ),
        ),
      of: (userId, now, limit) =>
        run(async () => {
          const found = sessions.find({ 'sess.userId': userId, expire: { $gt: new Date(now) } });
          return (await found.sort({ 'sess.createdAt': -1 }).limit(limit).toArray()).flatMap(toSessions);
        }),
      ended: feed.follow,
    },
  };
}

const toSessions = ({ _id: sid, sess, expire }: SessionRow): Session[] =>
  sess === undefined ? [] : [{ sid, sess, expire: expire.getTime() }];
