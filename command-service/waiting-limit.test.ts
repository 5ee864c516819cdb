import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { administrator, ordinaryPerson } from '#contracts/person';
import { createCityCommands, type CityCommands } from './commands/city.ts';
import { LogUnavailable, openEventLog, type EventLog } from '#stores/event-log/index';
import { createFoldedStreams } from './folded-streams.ts';
import type { CommandContext } from './handle-command.ts';
import { openRecordStore, type RecordStore } from '#stores/record-store/index';
import { createWaitingLimit, type WaitingItem, type WaitingLookups } from './waiting-limit.ts';

let folder: string;
let log: EventLog;
let records: RecordStore;
/** Makes the next appends fail, before or after they are done. */
let fault: 'none' | 'before' | 'after';
/** What the reading side answers. */
let known: { waiting: WaitingItem[]; approved: boolean };
let cities: CityCommands;

const openCities = (): CityCommands => {
  const streams = createFoldedStreams({
    ...log,
    async append(...call) {
      if (fault === 'before') throw new LogUnavailable('away');
      const appended = await log.append(...call);
      if (fault === 'after') throw new LogUnavailable('away');
      return appended;
    },
  });
  const lookups: WaitingLookups = {
    waitingOf: async (_, limit) => known.waiting.slice(0, limit),
    hasApproved: async () => known.approved,
  };
  return createCityCommands(streams, createWaitingLimit({ streams, records, lookups }));
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'waiting-'));
  log = await openEventLog({ path: path.join(folder, 'events.db'), streamPrefix: '' });
  records = await openRecordStore({ path: path.join(folder, 'records.db') });
  [fault, known] = ['none', { waiting: [], approved: false }];
  cities = openCities();
});
afterEach(async () => {
  await log[Symbol.asyncDispose]();
  await records[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const userId = randomUUID();
const start = new Date('2026-03-01T12:00:00Z').getTime();
const input = { name: 'Lisbon', country: 'Portugal', imageUrl: 'https://example.org/lisbon.jpg' };
const given = (seconds = 0, isAdmin = false): CommandContext => {
  const commandId = randomUUID();
  const actor = isAdmin ? administrator('admin') : ordinaryPerson(userId);
  return { commandId, actor, correlationId: commandId, time: new Date(start + seconds * 1000) };
};
const send = (seconds?: number) => cities.submit(input, given(seconds));
const full = { code: 'too-much-waiting' };

it('counts a repeated command once, even when it is repeated at the limit', async () => {
  const context = given();
  fault = 'after';
  await expect(cities.submit(input, context)).rejects.toBeInstanceOf(LogUnavailable);
  fault = 'none';
  for (let number = 0; number < 4; number += 1) await send();
  await expect(send()).rejects.toMatchObject(full);
  const first = await openCities().submit(input, context);
  expect(await openCities().submit(input, context)).toEqual(first);
  expect(await records.waiting.of(userId)).toHaveLength(5);
});

it('counts a failed append for a minute, since it may still be under way', async () => {
  fault = 'before';
  for (let number = 0; number < 5; number += 1) await expect(send()).rejects.toBeInstanceOf(LogUnavailable);
  fault = 'none';
  await expect(send(59)).rejects.toMatchObject(full);
  for (let number = 0; number < 5; number += 1) await send(61);
  await expect(send(61)).rejects.toMatchObject(full);
});

it('finds decisions and withdrawals in the log', async () => {
  const sent: string[] = [];
  while (sent.length < 5) sent.push((await send()).id);
  const [approved = '', rejected = '', withdrawn = ''] = sent;
  await cities.changeStatus(rejected, { type: 'reject', reason: null }, given(0, true));
  await cities.changeStatus(withdrawn, { type: 'withdraw' }, given());
  await send();
  await send();
  await expect(send()).rejects.toMatchObject(full);
  await cities.changeStatus(approved, { type: 'approve' }, given(0, true));
  for (let number = 0; number < 46; number += 1) await send();
  await expect(send()).rejects.toMatchObject(full);
});

it('counts what waits when the records are younger than the log', async () => {
  for (let number = 0; number < 4; number += 1) known.waiting.push(`city/${(await send()).id}`);
  await records.waiting.remove(userId, known.waiting);
  // The reading side may be behind: the log has the last word.
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
