import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { RecordedEvent } from '#contracts/shared/recorded-event';
import type { Document, ReadModelDeclaration, ReadModelWriter, ReadStore } from '#platform/read-store/index';
import { openReadStore } from '#platform/read-store/index';

import { applyEvents } from './apply-events.ts';
import { compile } from './compile.ts';
import type { SearchDocument } from '#contracts/read-models';
import { search } from '#projections/location/search';
import type { ReadModel } from '#projections/rule';
import { city, location } from '#projections/testing/events';
import { contentsOf, logId, recorded } from '#projections/testing/given';
import { folderOfTest } from '../../test/harness/folders.ts';

let folder: string;
let store: ReadStore;
beforeEach(async () => {
  folder = folderOfTest();
  store = await openReadStore({ path: join(folder, 'views.db'), warn: () => undefined });
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
});

interface Place extends Document {
  readonly cityId: string;
  readonly status: string;
}

const declaration: ReadModelDeclaration = {
  name: 'fan-out',
  version: '1',
  collections: [
    {
      name: 'places',
      indexes: [
        [
          ['cityId', 1],
          ['status', 1],
        ],
      ],
    },
  ],
};

/** A model in which the deletion of a city changes only the waiting places in it, to `ended`. */
const model: ReadModel = {
  declaration,
  ignores: ['city-submitted.v1'],
  collections: [
    {
      collection: 'places',
      rules: {
        'location-submitted.v1': {
          id: ({ data }) => data.locationId,
          apply: (_, { data }): Place => ({ id: data.locationId, cityId: data.cityId, status: 'waiting' }),
        },
        'location-approved.v1': {
          id: ({ data }) => data.locationId,
          apply: (place) => place && { ...place, status: 'approved' },
        },
      },
      fanOuts: {
        'city-deleted.v1': {
          field: 'cityId',
          values: ({ data }) => [data.cityId],
          where: () => ({ status: { in: ['waiting'] } }),
          by: [],
          apply: (place) => ({ ...place, status: 'ended' }),
        },
      },
    },
  ],
};

const events = recorded([
  city.submitted('rome'),
  location.submitted('forum', 'rome'),
  location.submitted('colosseum', 'rome'),
  location.approved('colosseum', 'rome'),
  city.deleted('rome'),
]);

test.each([
  ['in the store', 1],
  ['in the batch', events.length],
])('applies only to the documents that meet its condition, when they are %s', async (_, size) => {
  const writer = await store.writer(declaration);
  for (let at = 0; at < events.length; at += size) {
    const batch = events.slice(at, at + size);
    await applyEvents({ model: compile(model), writer, logId }, batch, () => undefined);
  }
  expect(await contentsOf(writer, model)).toMatchObject({
    places: { forum: { status: 'ended' }, colosseum: { status: 'approved' } },
  });
});

test('is written page by page when it affects many documents', async () => {
  const count = 1200;
  const many = Array.from({ length: count }, (_, index) => location.submitted(`l${index}`, 'rome'));
  const all = recorded([
    city.submitted('rome'),
    ...many,
    city.edited('rome', { name: { from: 'rome', to: 'Roma' } }),
  ]);
  const writer = await store.writer(search.declaration);
  let most = 0;
  const watched: ReadModelWriter = {
    ...writer,
    write: async (write) => {
      most = Math.max(most, write.puts.length);
      await writer.write(write);
    },
  };
  const apply = (to: ReadModelWriter, batch: readonly RecordedEvent[]) =>
    applyEvents({ model: compile(search), writer: to, logId }, batch, () => undefined);
  await apply(writer, all.slice(0, -1));
  await apply(watched, all.slice(-1));
  const found = await writer.find<SearchDocument>('locations', {
    filter: { cityId: 'rome' },
    sort: [['status', 1]],
    limit: count,
  });
  expect(found.filter((each) => each.city === 'roma')).toHaveLength(count);
  expect(most).toBeLessThanOrEqual(100);
});
