import { randomUUID } from 'node:crypto';

import { beforeEach, expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import { administrator, ordinaryPerson } from '#contracts/shared/person';
import { noOptionalFields } from '#contracts/testing/location';
import { createCityCommands, type CityCommands } from '../city/commands.ts';
import { createLocationCommands, type LocationCommands } from '../location/commands.ts';
import { LogUnavailable, WrongExpectedRevision, type EventLog } from '#platform/event-log/index';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import type { RecordStore } from '#platform/record-store/index';
import { createWaitingLimit, type WaitingItem, type WaitingLookups } from './waiting-limit.ts';
import { contextOf, noLookups } from '../shared/given.test-helper.ts';
import { logOfTest, recordsOfTest } from '../../test/harness/stores.ts';

let log: EventLog;
let records: RecordStore;
/** Makes the next appends fail: before or after they are done, or because another process is always first. */
let fault: 'none' | 'before' | 'after' | 'conflict';
/** What the reading side answers. */
let known: { waiting: WaitingItem[]; approved: boolean };
let cities: CityCommands;
let locations: LocationCommands;

function open(): void {
  const streams = createFoldedStreams(
    {
      ...log,
      async append(...call) {
        if (fault === 'before') throw new LogUnavailable('away');
        if (fault === 'conflict') throw new WrongExpectedRevision(call[0], 'none');
        const appended = await log.append(...call);
        if (fault === 'after') throw new LogUnavailable('away');
        return appended;
      },
    },
    parseEvent,
  );
  const lookups: WaitingLookups = {
    waitingOf: async (_, limit) => known.waiting.slice(0, limit),
    hasApproved: async () => known.approved,
  };
  const waiting = createWaitingLimit({ streams, records, lookups });
  cities = createCityCommands(streams, waiting, noLookups);
  locations = createLocationCommands(streams, waiting, null);
}

beforeEach(async () => {
  [log, records] = [await logOfTest(), await recordsOfTest()];
  [fault, known] = ['none', { waiting: [], approved: false }];
  open();
});

const userId = randomUUID();
const start = new Date('2026-03-01T12:00:00Z').getTime();
const input = { name: 'Lisbon', country: 'Portugal', imageUrl: 'https://example.org/lisbon.jpg' };
const given = (seconds = 0, isAdmin = false) =>
  contextOf(isAdmin ? administrator('admin') : ordinaryPerson(userId), new Date(start + seconds * 1000));
const send = (seconds?: number) => cities.submit(input, given(seconds));
const full = { code: 'too-much-waiting' };

it('counts a repeated command once, even when it is repeated at the limit', async () => {
  const context = given();
  fault = 'after';
  await expect(cities.submit(input, context)).rejects.toBeInstanceOf(LogUnavailable);
  fault = 'none';
  for (let number = 0; number < 4; number += 1) await send();
  await expect(send()).rejects.toMatchObject(full);
  open();
  const first = await cities.submit(input, context);
  open();
  expect(await cities.submit(input, context)).toEqual(first);
  expect(await records.waiting.of(userId)).toHaveLength(5);
});

it('counts a failed append for a minute, because it may still be in progress', async () => {
  fault = 'before';
  for (let number = 0; number < 5; number += 1) await expect(send()).rejects.toBeInstanceOf(LogUnavailable);
  fault = 'none';
  await expect(send(59)).rejects.toMatchObject(full);
  for (let number = 0; number < 5; number += 1) await send(61);
  await expect(send(61)).rejects.toMatchObject(full);
});

it('does not count an edit that was refused as a conflict', async () => {
  const { id: cityId } = await cities.submit(input, given(0, true));
  const place = { name: 'Bridge', description: 'A view', cityId, category: 'viewpoint' } as const;
  const { id } = await locations.submit({ ...place, ...noOptionalFields }, given(0, true));
  const edits = {
    location: (name: string) => locations.edit(id, { name }, given()),
    city: (name: string) => cities.edit(cityId, { name }, given(), async () => undefined),
  };
  for (const [kind, edit] of Object.entries(edits)) {
    fault = 'conflict';
    for (let number = 0; number < 5; number += 1) {
      await expect(edit(`${kind} ${number}`)).rejects.toMatchObject({ code: 'conflict' });
    }
    fault = 'none';
    for (let number = 0; number < 5; number += 1) await edit(`${kind} ${number}`);
    await expect(edit('More')).rejects.toMatchObject(full);
  }
});

it('counts the waiting edits of a merged place as long as the place that shows it is public', async () => {
  const { id: cityId } = await cities.submit(input, given(0, true));
  const place = { name: 'Bridge', description: 'A view', cityId, category: 'viewpoint' } as const;
  const { id } = await locations.submit({ ...place, ...noOptionalFields }, given(0, true));
  const { id: into } = await locations.submit({ ...place, ...noOptionalFields }, given(0, true));
  for (let number = 0; number < 5; number += 1) await locations.edit(id, { name: `${number}` }, given());
  await locations.merge(id, { into }, given(0, true));
  await expect(send()).rejects.toMatchObject(full);
  await locations.changeStatus(into, { type: 'delete' }, given(0, true));
  await send();
});

it('finds decisions and withdrawals in the log', async () => {
  const sent: string[] = [];
  while (sent.length < 5) sent.push((await send()).id);
  const [approved = '', rejected = '', withdrawn = ''] = sent;
  await cities.reject(rejected, {}, given(0, true));
  await cities.changeStatus(withdrawn, { type: 'withdraw' }, given());
  await send();
  await send();
  await expect(send()).rejects.toMatchObject(full);
  await cities.changeStatus(approved, { type: 'approve' }, given(0, true));
  for (let number = 0; number < 46; number += 1) await send();
  await expect(send()).rejects.toMatchObject(full);
});

it('counts waiting items if the records are younger than the log', async () => {
  for (let number = 0; number < 4; number += 1) known.waiting.push(`city/${(await send()).id}`);
  await records.waiting.remove(userId, known.waiting);
  // The reading side may be behind: the log decides.
  const late = await send();
  known.waiting.push(`city/${late.id}`);
  await cities.changeStatus(late.id, { type: 'withdraw' }, given());
  for (let number = 0; number < 4; number += 1) await send();
  await expect(send()).rejects.toMatchObject(full);
  expect(await records.waiting.of(userId)).toHaveLength(8);
  known.approved = true;
  for (let number = 0; number < 42; number += 1) await send();
  await expect(send()).rejects.toMatchObject(full);
});

it('does not query the reading side for a person who is below the limit', async () => {
  known.waiting = Array.from({ length: 50 }, () => `city/${randomUUID()}` as const);
  for (let number = 0; number < 5; number += 1) await send();
  expect(await records.waiting.of(userId)).toHaveLength(5);
});
