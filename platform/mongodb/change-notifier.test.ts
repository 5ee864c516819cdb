import { expect, it } from 'vitest';

import { patience } from '../../test/harness/patience.ts';
import { freshDatabase } from '../../test/mongodb-server/database.ts';
import { startMongoTestServer } from '../../test/mongodb-server/server.ts';
import { createChangeNotifier } from './change-notifier.ts';
import { connect } from './connection.ts';

it('wakes only the callers that wait for the subject of a change', async () => {
  await using server = await startMongoTestServer({ replicaSet: true });
  await using place = await freshDatabase(server.url);
  await using connection = await connect({
    url: place.url,
    appName: 'test',
    unavailable: (message, options) => new Error(message, options),
  });
  await using notifier = createChangeNotifier({
    connection,
    collection: 'things',
    pollMs: 10 * patience,
    subjectOf: ({ about }) => String(about),
  });
  const stop = AbortSignal.timeout(patience);
  // The stream opens for the first waiting caller, and then wakes all.
  await notifier.after(notifier.count('cities'), stop, 'cities');
  const before = {
    cities: notifier.count('cities'),
    places: notifier.count('places'),
    all: notifier.count(),
  };

  const cities = notifier.after(before.cities, stop, 'cities');
  await connection.db.collection('things').insertOne({ about: 'cities' });
  await cities;
  expect(notifier.count('cities')).toBe(before.cities + 1);
  expect(notifier.count('places')).toBe(before.places);
  expect(notifier.count()).toBe(before.all + 1);

  const places = notifier.after(before.places, stop, 'places');
  await connection.db.collection('things').updateOne({}, { $set: { about: 'either' } });
  await places;
  expect(notifier.count('cities')).toBe(before.cities + 2);
  expect(stop.aborted).toBe(false);
});
