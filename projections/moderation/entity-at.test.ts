import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseEvent, type DomainEvent } from '#contracts/events';
import type { CityDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import { applyEvents } from '#platform/projections/apply-events';
import { compile } from '#platform/projections/compile';
import { openReadStore } from '#platform/read-store/index';
import { createProjections } from '#platform/projections/runner';

import { randomCases } from '../../test/harness/random-cases.ts';
import { places } from '../places.ts';
import { history } from './history.ts';
import { city, idOf, location, merging, opinion, photo, streamOfEvent } from '../testing/events.ts';
import { randomHistory } from '../testing/random-history.ts';
import {
  createRecordingLogger,
  createWorld,
  metadataAt,
  timeAt,
  type GivenEvent,
  type World,
} from '../testing/world.ts';
import { createPast } from './entity-at.ts';

async function worldOf(events: readonly GivenEvent[]): Promise<World> {
  const world = await createWorld();
  await world.append(...events);
  await project(world);
  return world;
}

async function project(world: World): Promise<void> {
  const logger = createRecordingLogger();
  await using projections = await createProjections({ ...world, models: [places, history], logger });
  await projections.caughtUp();
}

/** The state of these entities after a fold of the whole log up to a position. */
async function fromWholeLog({ log }: World, position: number, cityId: string, locationId: string) {
  await using store = await openReadStore({ path: ':memory:', warn: () => undefined });
  const writer = await store.writer(places.declaration);
  const events = [];
  for await (const raw of log.readAll({ limit: position })) events.push(parseEvent(raw));
  await applyEvents({ model: compile(places), writer, logId: log.id }, events, () => undefined);
  const photos = await writer.find<PhotoDocument>('photos', {
    filter: { locationId, present: true },
    sort: [['added', 1]],
    limit: 100,
  });
  return {
    city: await writer.get<CityDocument>('cities', cityId),
    location: await writer.get<LocationDocument>('locations', locationId),
    photos,
  };
}

/** The city without the fields that follow from its places. */
function ownOf(city: CityDocument | undefined) {
  const held = ['locationCount', 'pendingCount', 'ownPendingCount', 'declinedCount', 'photoCount'];
  const following = new Set([...held, 'closed']);
  return city && Object.fromEntries(Object.entries(city).filter(([name]) => !following.has(name)));
}

/** The first release's cascades never moved a place. */
const withoutMovesByCascades = (given: GivenEvent): GivenEvent => {
  if ('type' in given || given[0].type !== 'location-edited.v1') return given;
  const { cascadeId: _, ...circumstances } = given[1];
  return [given[0], circumstances];
};

test('an entity at any position equals a fold of the whole log up to there', async () => {
  await fc.assert(
    fc.asyncProperty(randomHistory, fc.nat(1000), async (events, pick) => {
      await using world = await worldOf(events.map(withoutMovesByCascades));
      const past = createPast(world);
      const position = 1 + (pick % events.length);
      for (const locationId of ['forum', 'garden']) {
        const then = await past.location(locationId, { position: BigInt(position) }, 'ann');
        const cityId = then?.location.cityId ?? 'rome';
        const whole = await fromWholeLog(world, position, cityId, locationId);
        expect(then?.location).toEqual(whole.location);
        expect(then?.photos ?? []).toEqual(whole.photos);
        expect(ownOf(then?.city)).toEqual(then === undefined ? undefined : ownOf(whole.city));
      }
      for (const cityId of ['rome', 'oslo']) {
        const then = await past.city(cityId, { position: BigInt(position) });
        expect(then?.city).toEqual((await fromWholeLog(world, position, cityId, '')).city);
        expect(then?.isCounted ?? true).toBe(true);
      }
    }),
    randomCases(8),
  );
});

test('a place at any position includes the places merged into it by then, directly or through others', async () => {
  const { merged, parted } = merging;
  const events: readonly GivenEvent[] = [
    city.submitted('rome'),
    city.approved('rome'),
    ...['a', 'b', 'c', 'd'].flatMap((id) => [
      location.submitted(id, 'rome'),
      location.approved(id, 'rome'),
      photo.added(`photo of ${id}`, id),
    ]),
    opinion.rated('a', 'ann', 1),
    opinion.favorited('a', 'bob'),
    opinion.rated('c', 'ann', 3),
    merged('a', 'rome', 'b'),
    photo.deleted('photo of a', 'a'),
    opinion.rated('b', 'bob', 2),
    merged('b', 'rome', 'c'),
    merged('d', 'rome', 'c', { photos: false }),
    photo.restored('photo of a', 'a', ''),
    parted('a', 'rome', 'b'),
    parted('b', 'rome', 'c'),
    location.deleted('c', 'rome'),
  ];
  await using world = await worldOf(events);
  const past = createPast(world);
  for (let position = 1; position <= events.length; position += 1) {
    const whole = await fromWholeLog(world, position, 'rome', 'c');
    const then = await past.location('c', { position: BigInt(position) }, 'ann');
    expect(then?.location, String(position)).toEqual(whole.location);
    expect(then?.photos ?? [], String(position)).toEqual(whole.photos);
  }
});

test('a time means the moment after all events at or before it', async () => {
  await using world = await worldOf([
    city.submitted('rome'),
    location.submitted('forum', 'rome', { name: 'Forum' }),
    location.edited('forum', 'rome', { name: { from: 'Forum', to: 'Agora' } }),
  ]);
  const past = createPast(world);
  const nameAt = async (time: string) =>
    (await past.location('forum', { time: new Date(time) }, ''))?.location.name;
  expect(await nameAt('1969-12-31T23:59:59.999Z')).toBeUndefined();
  expect(await nameAt(timeAt(0))).toBeUndefined();
  expect(await nameAt(timeAt(1))).toBe('Forum');
  expect(await nameAt(timeAt(2))).toBe('Agora');
  expect(await nameAt('9999-12-31T23:59:59.999Z')).toBe('Agora');
});

/** Appends events concurrently, where their order does not matter. */
const appendAtOnce = ({ log }: World, events: readonly DomainEvent[]) =>
  Promise.all(
    events.map((event, count) =>
      log.append(streamOfEvent(event), 'none', [
        { id: idOf(`many ${count}`), event, metadata: metadataAt(count) },
      ]),
    ),
  );

test('a place with thousands of events is folded in one pass', async () => {
  await using world = await worldOf([city.submitted('rome'), location.submitted('forum', 'rome')]);
  const many = Array.from({ length: 5000 }, (_, count) => ({
    id: idOf(`edit ${count}`),
    event: location.edited('forum', 'rome', { name: { from: `name ${count}`, to: `name ${count + 1}` } }),
    metadata: metadataAt(count),
  }));
  await world.log.append('location-forum', 0n, many);
  const then = await createPast(world).location('forum', { position: 2002n }, '');
  expect(then?.location).toMatchObject({ name: 'name 2000', revision: 2000 });
});

test('omits the opinions of a place if very many people have one', async () => {
  await using world = await worldOf([
    city.submitted('rome'),
    location.submitted('forum', 'rome'),
    photo.added('p1', 'forum'),
    opinion.rated('forum', 'ann', 2),
  ]);
  const few = await createPast(world).location('forum', { position: 4n }, 'ann');
  expect(few).toMatchObject({ hasOpinions: true, opinion: { rating: 2 }, location: { rating: 2 } });
  await appendAtOnce(
    world,
    Array.from({ length: 2000 }, (_, count) => opinion.rated('forum', `user ${count}`, 5)),
  );
  await project(world);
  const many = await createPast(world).location('forum', { position: 4n }, 'ann');
  expect(many).toMatchObject({ hasOpinions: false, location: { rating: 0 }, photos: [{ id: 'p1' }] });
});

test('omits a city’s numbers if it has had very many places', async () => {
  const submitted = Array.from({ length: 500 }, (_, count) => location.submitted(`place ${count}`, 'rome'));
  await using world = await worldOf([
    city.submitted('rome'),
    city.submitted('oslo'),
    location.submitted('forum', 'rome'),
    location.approved('forum', 'rome'),
    location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } }),
  ]);
  const at = async (position: bigint) => createPast(world).city('rome', { position });
  expect(await at(4n)).toMatchObject({ isCounted: true, city: { locationCount: 1 } });
  expect(await at(5n)).toMatchObject({ isCounted: true, city: { locationCount: 0 } });
  await appendAtOnce(world, submitted);
  await project(world);
  expect(await at(4n)).toMatchObject({ isCounted: false, city: { name: expect.any(String) as string } });
});
