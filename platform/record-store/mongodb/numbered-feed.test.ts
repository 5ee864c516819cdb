import { expect, it } from 'vitest';

import { patience } from '../../../test/harness/patience.ts';
import { connect } from '../../mongodb/connection.ts';
import { createChangeNotifier } from '../../mongodb/change-notifier.ts';
import { freshDatabase } from '../../../test/mongodb-server/database.ts';
import { startMongoTestServer } from '../../../test/mongodb-server/server.ts';
import { collectionsOf } from './collections.ts';
import { createNumberedFeed, type Numbered } from './numbered-feed.ts';

it('reports a notification that arrives during a query, without needing another', async () => {
  await using server = await startMongoTestServer();
  await using place = await freshDatabase(server.url);
  await using connection = await connect({
    url: place.url,
    appName: 'test',
    unavailable: (message, options) => new Error(message, options),
  });
  // It polls too late to make up for a missed notification.
  await using notifier = createChangeNotifier({ connection, collection: 'things', pollMs: 10 * patience });
  const rows: Numbered[] = [];
  let beforeAnswer = (): void => {
    rows.push({ id: 'late', number: 1 });
    notifier.notify();
    beforeAnswer = () => undefined;
  };
  const feed = createNumberedFeed({ ...collectionsOf(connection.db), ...connection }, notifier, {
    counter: 'test',
    async after(number) {
      const found = rows.filter((row) => row.number > number);
      await connection.ping();
      beforeAnswer();
      return found;
    },
  });
  const stop = AbortSignal.timeout(patience);
  for await (const id of feed.follow(stop)) {
    expect(id).toBe('late');
    return;
  }
  expect.fail('The feed has ended without a word');
});
