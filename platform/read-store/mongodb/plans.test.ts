import { expect, it } from 'vitest';

import { openTestServers } from '../../../test/mongodb-server/database.ts';
import { expectIndexed, openTap } from '../../../test/mongodb-server/plans.ts';
import { openMongoReadStore } from './read-store.ts';
import type { ReadModelDeclaration, ReadModelWriter, ReadStore } from '../port.ts';

const model = {
  name: 'model',
  version: '2',
  collections: [
    {
      name: 'places',
      indexes: [
        [
          ['city', 1],
          ['order', -1],
        ],
        [
          ['city', 1],
          ['hidden', 1],
          ['rank', 1],
          ['rating', 1],
        ],
      ],
      search: { fields: ['name', 'rest'], order: 'order', filters: ['city'] },
    },
  ],
} as const satisfies ReadModelDeclaration;

const put = (id: string, position: bigint) => {
  const [city, name, rest, hidden] = ['paris', `name of ${id}`, 'some more', false];
  const document = { id, city, name, rest, hidden, order: Number(position), rank: 1, rating: 4 };
  return { collection: 'places', position, document };
};
const at = (position: bigint) => ({ logId: 'log', position });
const never = new AbortController().signal;

async function write(writer: ReadModelWriter): Promise<void> {
  await writer.checkpoint();
  await writer.write({ puts: [put('a', 1n), put('b', 1n)], deletes: [] });
  const deletes = [{ collection: 'places', id: 'b', position: 2n }];
  await writer.commit({ puts: [put('a', 2n)], deletes }, at(2n));
  await writer.commit({ puts: [], deletes: [] }, at(3n));
  await writer.finish();
}

/** Every kind of query that the projection runner and the query service send. */
async function read(writer: ReadModelWriter): Promise<void> {
  await writer.get('places', 'a');
  await writer.getMany('places', ['a', 'b']);
  await writer.stored('places', ['a', 'b']);
  const sort = [['order', -1]] as const;
  await writer.find('places', { filter: { city: 'paris' }, sort, limit: 1, after: [1, 'a'] });
  await writer.find('places', {
    filter: { city: 'paris' },
    sort,
    backwards: true,
    limit: 1,
    after: [1, 'a'],
  });
  await writer.count('places', {});
  await writer.count('places', { city: 'paris' }, 10);
  await writer.sum('places', 'rating', { city: 'paris' });
  const asked = { by: 'city', of: ['paris', 'rome'], filter: { hidden: false } };
  await writer.tally('places', { ...asked, sum: 'rating', first: 'rank' });
  for (const word of ['na', 'name', 'some more']) {
    await writer.search('places', {
      words: [word],
      filter: { city: 'paris' },
      limit: 1,
      after: [0, 5],
      scanLimit: 1,
    });
    await writer.countSearch('places', { words: [word], scanLimit: 1 });
  }
  for await (const _found of writer.scan('places')) break;
}

async function replace(store: ReadStore): Promise<void> {
  await store.writer({ ...model, version: '1' });
  for (const isWanted of [false, true]) {
    await using rebuild = await store.rebuild(model);
    await rebuild.generation.commit({ puts: [put('a', 2n)], deletes: [] }, at(2n));
    if (isWanted) await rebuild.swap();
  }
  await store.writer(model);
}

it('uses an index for every read, change and removal, without a sort', async () => {
  await using servers = await openTestServers({ replicaSet: true });
  await using place = await servers.fresh();
  await using tap = await openTap(place.url);
  {
    await using store = await openMongoReadStore({ url: tap.url });
    const changes = store.changes(model, never)[Symbol.asyncIterator]();
    const writer = await store.writer(model);
    await write(writer);
    await read(writer);
    await changes.next();
    await replace(store);
    await (await store.lease('one', never))[Symbol.asyncDispose]();
    await store.isLeased('one');
  }
  // Ignores collections of the abandoned rebuild.
  const left = new Set((await place.raw.listCollections().toArray()).map(({ name }) => name));
  const commands = tap.commands.filter((command) => left.has(String(Object.values(command)[0])));
  expect([...(await expectIndexed(place.raw, commands))].sort()).toEqual([
    'aggregate model.v1.1.places',
    'delete read_model_changes',
    'delete read_models',
    'find leases',
    'find model.v1.1.places',
    'find read_model_changes',
    'find read_models',
    'findAndModify read_models',
    'update leases',
    'update model.v1.1.places',
    'update model.v1.3.places',
    'update read_models',
  ]);
});
