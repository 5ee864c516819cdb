import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { parseEvent, streamOf } from '#contracts/events';
import { administrator } from '#contracts/shared/person';
import { openEventLog, type EventLog } from '#platform/event-log/index';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import type { CommandContext } from '#platform/commands/handle-command';

import { createCityCommands } from '../city/commands.ts';
import { noLookups } from '../shared/given.test-helper.ts';
import { createLocationCommands } from './commands.ts';
import { loadLocation, loadPlaceOfPhotos } from './load-location.ts';

let folder: string;
let log: EventLog;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'merging-'));
  log = await openEventLog({ path: path.join(folder, 'events.db'), streamPrefix: '' });
});
afterEach(async () => {
  await log[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const admin = administrator(randomUUID());
const given = (): CommandContext => {
  const commandId = randomUUID();
  return { commandId, actor: admin, correlationId: commandId, time: new Date() };
};
const newStreams = () => createFoldedStreams(log, parseEvent);
/** The commands of one process: its locks are its own. */
const newProcess = () => createLocationCommands(newStreams(), null);

async function givenPlaces<const Names extends readonly string[]>(
  ...names: Names
): Promise<{ readonly [At in keyof Names]: string }> {
  const imageUrl = 'https://example.org/porto.jpg';
  const city = createCityCommands(newStreams(), null, noLookups);
  const { id: cityId } = await city.submit({ name: 'Porto', country: 'Portugal', imageUrl }, given());
  const location = newProcess();
  const fields = { description: 'A view', category: 'viewpoint', cityId } as const;
  const ids: string[] = [];
  for (const name of names) ids.push((await location.submit({ ...fields, name }, given())).id);
  // The cast: one id for each name.
  return ids as unknown as { readonly [At in keyof Names]: string };
}
const typesOf = async (id: string): Promise<string[]> => {
  const types: string[] = [];
  for await (const { type } of log.readStream(streamOf.location(id))) types.push(type);
  return types;
};

it('leaves no circle when processes merge places into each other at the same moment', async () => {
  let parted = 0;
  for (let round = 0; round < 10; round += 1) {
    const [a, b, c] = await givenPlaces('A', 'B', 'C');
    const ways = [
      [a, b],
      [b, c],
      [c, a],
    ] as const;
    await Promise.allSettled(ways.map(([id, into]) => newProcess().merge(id, { into }, given())));
    const streams = newStreams();
    const open = [];
    for (const id of [a, b, c]) {
      const { location } = await loadLocation(streams, id);
      if (location?.mergedInto === null) open.push(id);
      parted += (await typesOf(id)).filter((type) => type === 'location-parted.v1').length;
      const last = (await loadPlaceOfPhotos(streams, id)).location;
      expect(last?.mergedInto).toBeNull();
    }
    expect(open.length).toBeGreaterThan(0);
  }
  expect(parted).toBeGreaterThan(0);
});

it('goes on where it ended when the process died between the merging and the values', async () => {
  const [a, b] = await givenPlaces('Right', 'Wrong');
  const context = given();
  const append = log.append.bind(log);
  const dying: EventLog = {
    ...log,
    append: (stream, expected, events) =>
      stream === streamOf.location(b)
        ? Promise.reject(new Error('The process died'))
        : append(stream, expected, events),
    readStream: log.readStream.bind(log),
    readAll: log.readAll.bind(log),
    head: log.head.bind(log),
  };
  const process = createLocationCommands(createFoldedStreams(dying, parseEvent), null);
  await expect(process.merge(a, { into: b, fields: ['name'] }, context)).rejects.toThrow('died');
  await newProcess().merge(a, { into: b, fields: ['name'] }, context);
  await newProcess().merge(a, { into: b, fields: ['name'] }, context);
  expect((await loadLocation(newStreams(), b)).location?.fields.name).toBe('Right');
  expect((await typesOf(a)).filter((type) => type === 'location-merged.v1')).toHaveLength(1);
  expect((await typesOf(b)).filter((type) => type === 'location-edited.v1')).toHaveLength(1);
});
