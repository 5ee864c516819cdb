import { parseEvent } from '#contracts/events';
import { administrator } from '#contracts/shared/person';
import { randomUUID } from 'node:crypto';

import { beforeEach, expect, it } from 'vitest';

import type { EventLog } from '#platform/event-log/index';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import { createCityCommands, type CityCommands } from '../city/commands.ts';
import { createLocationCommands, type LocationCommands } from './commands.ts';
import { bridgeIn, contextOf, noLookups, porto } from '../shared/given.test-helper.ts';
import { logOfTest } from '../../test/harness/stores.ts';

let log: EventLog;
let cities: CityCommands;
let locations: LocationCommands;
/** Names of the streams that were read, in order. */
let read: string[];

beforeEach(async () => {
  log = await logOfTest();
  read = [];
  const watched: EventLog = {
    ...log,
    readStream(stream, options) {
      read.push(stream);
      return log.readStream(stream, options);
    },
  };
  const streams = createFoldedStreams(watched, parseEvent);
  [cities, locations] = [
    createCityCommands(streams, null, noLookups),
    createLocationCommands(streams, null, null),
  ];
});

const admin = administrator(randomUUID());
const given = () => contextOf(admin);

async function eventsIn(stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of log.readStream(stream)) types.push(type);
  return types;
}

it('reads only the streams that the decision needs, not the one that it creates', async () => {
  const { id: cityId } = await cities.submit(porto, given());
  await locations.submit(bridgeIn(cityId), given());
  expect(read).toEqual([`city-${cityId}`]);
});

it('gives a repeated command the first answer and appends nothing, even if it would be refused now', async () => {
  const { id: cityId } = await cities.submit(porto, given());
  const context = given();
  const first = await locations.submit(bridgeIn(cityId), context);
  expect(await locations.submit(bridgeIn(cityId), { ...context, time: new Date(0) })).toEqual(first);
  await locations.changeStatus(first.id, { type: 'delete' }, given());
  await cities.changeStatus(cityId, { type: 'delete' }, given());
  expect(await locations.submit(bridgeIn(cityId), context)).toEqual(first);
  expect(await eventsIn(`location-${first.id}`)).toEqual([
    'location-submitted.v1',
    'location-approved.v1',
    'location-deleted.v1',
  ]);
});

it('appends nothing when it is refused', async () => {
  const nowhere = randomUUID();
  await expect(locations.submit(bridgeIn(nowhere), given())).rejects.toMatchObject({
    code: 'city-not-found',
  });
  expect(await log.head()).toBe(0n);
});
