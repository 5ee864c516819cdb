import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import { administrator } from '#contracts/shared/person';
import { openEventLog, type EventLog } from '#platform/event-log/index';

import { createCityCommands, type CityCommands } from '#command-service/city/commands';
import { createFoldedStreams } from './folded-streams.ts';
import type { CommandContext } from './handle-command.ts';
import { noLookups } from '#command-service/shared/given.test-helper';
import { folderOfTest } from '../../test/harness/folders.ts';

let folder: string;
let log: EventLog;
let cities: CityCommands;
beforeEach(async () => {
  folder = folderOfTest();
  log = await openEventLog({ path: path.join(folder, 'events.db'), streamPrefix: '' });
  cities = createCityCommands(createFoldedStreams(log, parseEvent), null, noLookups);
});
afterEach(async () => {
  await log[Symbol.asyncDispose]();
});

const given = (): CommandContext => {
  const commandId = randomUUID();
  const time = new Date('2026-03-01T12:00:00Z');
  return { commandId, actor: administrator('admin'), correlationId: commandId, time };
};
const input = { name: 'Lisbon', country: 'Portugal', imageUrl: 'https://example.org/lisbon.jpg' };
const noImage = async (): Promise<void> => undefined;

it('appends the events of any number of simultaneous commands on one stream', async () => {
  const { id } = await cities.submit(input, given());
  const many = Array.from({ length: 60 }, (_, at) => ({ country: `Land ${at}` }));
  const done = await Promise.all(many.map((each) => cities.edit(id, each, given(), noImage)));
  expect(done.map(({ changed }) => changed)).not.toContain(false);
  expect(new Set(done.map(({ position }) => position)).size).toBe(many.length);
});

it('lets the next command run after a refused one', async () => {
  const { id } = await cities.submit(input, given());
  const steps = ['reopen', 'approve', 'delete', 'approve', 'delete'] as const;
  const all = await Promise.allSettled(steps.map((type) => cities.changeStatus(id, { type }, given())));
  expect(all.map(({ status }) => status)).toContain('rejected');
  await cities.restore(id, undefined, given());
  expect((await cities.edit(id, { name: 'Porto' }, given(), noImage)).changed).toBe(true);
});
