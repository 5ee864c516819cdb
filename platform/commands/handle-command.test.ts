import { beforeEach, expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import { Refusal } from '#contracts/shared/errors';
import { administrator } from '#contracts/shared/person';

import { createCityCommands, type CityCommands } from '#command-service/city/commands';
import { createFoldedStreams, type FoldedStreams } from './folded-streams.ts';
import type { CommandContext } from './handle-command.ts';
import { contextOf, noLookups } from '#command-service/shared/given.test-helper';
import { logOfTest } from '../../test/harness/stores.ts';

let streams: FoldedStreams;
let cities: CityCommands;
beforeEach(async () => {
  streams = createFoldedStreams(await logOfTest(), parseEvent);
  cities = createCityCommands(streams, null, noLookups);
});

const given = (): CommandContext => contextOf(administrator('admin'));
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

it('gives a repeated command what it did before, even if it would be refused now', async () => {
  const context = given();
  const { id, position } = await cities.submit(input, context);
  const admit = () => Promise.reject(new Refusal('too-much-waiting'));
  const full = { of: () => ({ admit, release: async () => undefined }) };
  const again = createCityCommands(streams, full, noLookups);
  expect(await again.submit(input, context)).toMatchObject({ id, position });
  await expect(again.submit(input, given())).rejects.toMatchObject({ code: 'too-much-waiting' });
});
