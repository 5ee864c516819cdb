import type { Connection } from '../../mongodb/connection.ts';
import { createFeeds, type ChangeNotifier } from '../../mongodb/change-notifier.ts';
import { allChanged } from '../changed-ids.ts';
import type { Change, ReadModelDeclaration } from '../port.ts';
import { keyOf, type Registry } from './registry.ts';

const page = 100;

export interface ChangeFeed {
  /** Changes of the model from the moment of this call on. */
  follow(model: ReadModelDeclaration, stop: AbortSignal): AsyncIterable<Change>;
  /** Fulfilled once all requested feeds have begun: they report everything that happens after this call. */
  begun(): Promise<unknown>;
  /** The name of this process for changes of which it notifies its own followers. */
  readonly publisher: string;
  /** Notifies the followers of this model's version in this process at once; without one, all followers. */
  notify(key?: string): void;
}

export interface ChangeFeedOptions {
  readonly run: Connection['run'];
  readonly registry: Registry;
  readonly notifier: ChangeNotifier;
  readonly publisher: string;
}

export function createChangeFeed({ run, registry, notifier, publisher }: ChangeFeedOptions): ChangeFeed {
  const feeds = createFeeds(notifier);
  const latest = (key: string) =>
    run(() => registry.models.findOne({ _id: key }, { projection: { changes: 1, last: 1 } }));

  async function* read(
    { name: model, version }: ReadModelDeclaration,
    key: string,
    begin: number,
    stop: AbortSignal,
  ): AsyncGenerator<Change, void> {
    let seen = begin;
    const isOver = () => stop.aborted || notifier.ended;
    while (!isOver()) {
      const count = notifier.count(key);
      const rows = await run(() =>
        registry.changes
          .find({ of: key, number: { $gt: seen } })
          .sort({ number: 1 })
          .limit(page)
          .toArray(),
      );
      const [first] = rows;
      if (first !== undefined && first.number > seen + 1) {
        // Changes that the follower has not read yet were removed.
        const now = await latest(key);
        seen = Number(now?.changes ?? first.number);
        yield { model, version, position: now?.last?.position ?? first.position, ...allChanged };
        continue;
      }
      for (const { number, position, ids, everything, shown } of rows) {
        if (isOver()) return;
        seen = Number(number);
        yield { model, version, position, ids, everything, shown };
      }
      if (rows.length < page) await notifier.after(count, stop, key);
    }
  }

  return {
    publisher,
    begun: () => feeds.begun(),
    notify: (key) => notifier.notify(key),
    follow(model, stop) {
      let key = '';
      const newest = async () => {
        key = keyOf(await run(() => registry.numbered(model)));
        return Number((await latest(key))?.changes ?? 0);
      };
      return feeds.follow(newest, (begin) => read(model, key, begin, stop), stop);
    },
  };
}
