import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { parseEvent, streamOf } from '#contracts/events';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { administrator } from '#contracts/shared/person';
import type { EventLog } from '#platform/event-log/index';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import type { RecordStore } from '#platform/record-store/index';

import { createCityCommands } from '../city/commands.ts';
import { bridgeIn, contextOf, noLookups, porto } from '../shared/given.test-helper.ts';
import { createUnfinished } from '../shared/unfinished.ts';
import { createLocationCommands } from './commands.ts';
import { findEdit } from './edits.ts';
import { finishCommands } from './finish.ts';
import { loadLocation, loadPlaceOfPhotos } from './load-location.ts';
import { logOfTest, recordsOfTest } from '../../test/harness/stores.ts';

let log: EventLog;
let records: RecordStore;
beforeEach(async () => {
  [log, records] = [await logOfTest(), await recordsOfTest()];
});

const admin = administrator(randomUUID());
const given = () => contextOf(admin);
const newStreams = () => createFoldedStreams(log, parseEvent);
/** The commands of one process, with its own locks. */
const newProcess = () => createLocationCommands(newStreams(), null, createUnfinished(records.settings));
/** What a process does when it starts. */
const start = (clock = Date.now) => {
  const unfinished = createUnfinished(records.settings);
  return finishCommands({ log, unfinished, location: newProcess(), clock });
};
const notedCommands = () => createUnfinished(records.settings).noted();

async function givenPlaces<const Names extends readonly string[]>(
  ...names: Names
): Promise<{ readonly [At in keyof Names]: string }> {
  const city = createCityCommands(newStreams(), null, noLookups);
  const { id: cityId } = await city.submit(porto, given());
  const location = newProcess();
  const ids: string[] = [];
  for (const name of names) ids.push((await location.submit(bridgeIn(cityId, name), given())).id);
  // The cast: one id for each name.
  return ids as unknown as { readonly [At in keyof Names]: string };
}
async function eventsOf(id: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of log.readStream(streamOf.location(id))) events.push(event);
  return events;
}
const typesOf = async (id: string): Promise<string[]> => (await eventsOf(id)).map(({ type }) => type);

it('merging places into each other at the same moment leaves no cycle', async () => {
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

/** A process that runs `before` ahead of its appends to one place. */
function processThat(before: () => Promise<void>, place: string) {
  const append = log.append.bind(log);
  const other: EventLog = {
    ...log,
    async append(stream, expected, events) {
      if (stream === streamOf.location(place)) await before();
      return append(stream, expected, events);
    },
    readStream: log.readStream.bind(log),
    readAll: log.readAll.bind(log),
    head: log.head.bind(log),
  };
  return createLocationCommands(
    createFoldedStreams(other, parseEvent),
    null,
    createUnfinished(records.settings),
  );
}
const dies = () => Promise.reject(new Error('The process died'));
const fieldsOf = async (id: string) => (await loadLocation(newStreams(), id)).location?.fields;

describe('an edit of a merged place', () => {
  const someone = { ...admin, userId: randomUUID(), isAdmin: false, canModerate: false, isTrusted: false };
  const approval = (editId: string) => ({ type: 'approve-edit', editId, force: false }) as const;

  async function givenMerged() {
    const [a, b] = await givenPlaces('Same', 'Same');
    const { editId } = await newProcess().edit(a, { name: 'Better' }, { ...given(), actor: someone });
    await newProcess().merge(a, { into: b }, given());
    return { a, b, editId: editId ?? '' };
  }
  const editOf = async (id: string, editId: string) => {
    const { location } = await loadLocation(newStreams(), id);
    return location && findEdit(location.edits, editId)?.status;
  };

  it('is applied once if the process died between the approval and the values', async () => {
    const { a, b, editId } = await givenMerged();
    const context = given();
    const dying = processThat(dies, b);
    await expect(dying.changeStatus(a, approval(editId), context)).rejects.toThrow('died');
    await newProcess().changeStatus(a, approval(editId), context);
    await newProcess().changeStatus(a, approval(editId), context);
    expect([await fieldsOf(a), await fieldsOf(b)]).toMatchObject([{ name: 'Same' }, { name: 'Better' }]);
    expect((await typesOf(b)).filter((type) => type === 'location-edited.v1')).toHaveLength(1);
    const undoing = given();
    const reopening = { type: 'reopen-edit', editId } as const;
    await expect(dying.changeStatus(a, reopening, undoing)).rejects.toThrow('died');
    await newProcess().changeStatus(a, reopening, undoing);
    expect(await fieldsOf(b)).toMatchObject({ name: 'Same' });
    expect(await editOf(a, editId)).toBe('pending');
  });

  it('is applied, or reverted, by the next start if nobody repeats the request', async () => {
    const { a, b, editId } = await givenMerged();
    const dying = processThat(dies, b);
    const context = given();
    await expect(dying.changeStatus(a, approval(editId), context)).rejects.toThrow('died');
    expect([await editOf(a, editId), await fieldsOf(b)]).toMatchObject(['approved', { name: 'Same' }]);
    await start();
    await start();
    expect(await fieldsOf(b)).toMatchObject({ name: 'Better' });
    expect((await eventsOf(b)).at(-1)).toMatchObject({
      type: 'location-edited.v1',
      metadata: {
        actor: admin.userId,
        correlationId: context.correlationId,
        time: context.time.toISOString(),
      },
    });
    await expect(dying.changeStatus(a, { type: 'reopen-edit', editId }, given())).rejects.toThrow('died');
    expect(await fieldsOf(b)).toMatchObject({ name: 'Better' });
    await start();
    expect(await fieldsOf(b)).toMatchObject({ name: 'Same' });
    expect([await editOf(a, editId), await notedCommands()]).toEqual(['pending', []]);
  });

  it('waits again if the next start finds other values, and stays declined if it was decided since', async () => {
    const { a, b, editId } = await givenMerged();
    const dying = processThat(dies, b);
    await expect(dying.changeStatus(a, approval(editId), given())).rejects.toThrow('died');
    await newProcess().edit(b, { name: 'Meanwhile' }, given());
    await start();
    expect([await editOf(a, editId), await fieldsOf(b)]).toMatchObject(['pending', { name: 'Meanwhile' }]);
    await newProcess().edit(b, { name: 'Same' }, given());
    await expect(dying.changeStatus(a, approval(editId), given())).rejects.toThrow('died');
    await newProcess().changeStatus(a, { type: 'reopen-edit', editId }, given());
    await newProcess().changeStatus(a, { type: 'reject-edit', editId, reason: null }, given());
    await start();
    expect([await editOf(a, editId), await fieldsOf(b)]).toMatchObject(['rejected', { name: 'Same' }]);
    expect(await notedCommands()).toEqual([]);
  });

  it('is applied once if another process continues it at the same moment', async () => {
    const { a, b, editId } = await givenMerged();
    const busy = processThat(() => start(), b);
    await busy.changeStatus(a, approval(editId), given());
    expect((await typesOf(b)).filter((type) => type === 'location-edited.v1')).toHaveLength(1);
    expect([await fieldsOf(b), await notedCommands()]).toMatchObject([{ name: 'Better' }, []]);
  });

  it('leaves no note after it is decided or refused, and for a minute one whose first event never came', async () => {
    const { a, editId } = await givenMerged();
    await newProcess().changeStatus(a, approval(editId), given());
    await newProcess()
      .merge(a, { into: randomUUID() }, given())
      .catch(() => undefined);
    expect(await notedCommands()).toEqual([]);
    const early = processThat(dies, a);
    await expect(early.changeStatus(a, { type: 'reopen-edit', editId }, given())).rejects.toThrow('died');
    await start();
    expect(await notedCommands()).toHaveLength(1);
    await start(() => Date.now() + 61_000);
    expect([await editOf(a, editId), await notedCommands()]).toEqual(['approved', []]);
  });

  it('waits again if the place that stays has changed at the same moment', async () => {
    const { a, b, editId } = await givenMerged();
    let isFirst = true;
    const late = processThat(async () => {
      if (isFirst) await newProcess().edit(b, { name: 'Meanwhile' }, given());
      isFirst = false;
    }, b);
    const context = given();
    await expect(late.changeStatus(a, approval(editId), context)).rejects.toMatchObject({
      code: 'edit-outdated',
    });
    expect(await fieldsOf(b)).toMatchObject({ name: 'Meanwhile' });
    expect(await editOf(a, editId)).toBe('pending');
    await newProcess().edit(b, { name: 'Same' }, given());
    await expect(newProcess().changeStatus(a, approval(editId), context)).rejects.toMatchObject({
      code: 'edit-outdated',
    });
    await newProcess().changeStatus(a, approval(editId), given());
    expect(await fieldsOf(b)).toMatchObject({ name: 'Better' });
  });

  it('reverts nothing after it was approved, reopened and declined', async () => {
    const { a, b, editId } = await givenMerged();
    const reopening = { type: 'reopen-edit', editId } as const;
    for (const command of [
      approval(editId),
      reopening,
      { type: 'reject-edit', editId, reason: null } as const,
    ])
      await newProcess().changeStatus(a, command, given());
    await newProcess().edit(b, { name: 'Better' }, given());
    await newProcess().changeStatus(a, reopening, given());
    expect(await fieldsOf(b)).toMatchObject({ name: 'Better' });
    expect(await editOf(a, editId)).toBe('pending');
  });

  it('cannot be applied after the place that stays was closed, but can be declined', async () => {
    const { a, b, editId } = await givenMerged();
    await newProcess().changeStatus(b, { type: 'delete' }, given());
    await expect(newProcess().changeStatus(a, approval(editId), given())).rejects.toMatchObject({
      code: 'location-not-found',
    });
    expect(await typesOf(a)).not.toContain('location-edit-approved.v1');
    await newProcess().changeStatus(a, { type: 'reject-edit', editId, reason: null }, given());
    expect(await editOf(a, editId)).toBe('rejected');
  });
});

it('continues where it stopped if the process died between the merge and the values', async () => {
  const [a, b] = await givenPlaces('Right', 'Wrong');
  const context = given();
  const process = processThat(dies, b);
  await expect(process.merge(a, { into: b, fields: ['name'] }, context)).rejects.toThrow('died');
  await newProcess().merge(a, { into: b, fields: ['name'] }, context);
  await newProcess().merge(a, { into: b, fields: ['name'] }, context);
  expect((await loadLocation(newStreams(), b)).location?.fields.name).toBe('Right');
  expect((await typesOf(a)).filter((type) => type === 'location-merged.v1')).toHaveLength(1);
  expect((await typesOf(b)).filter((type) => type === 'location-edited.v1')).toHaveLength(1);
});

describe('a merge with values', () => {
  const merging = (into: string) => ({ into, fields: ['name' as const] });

  it('is finished by the next start, and so is its undoing', async () => {
    const [a, b] = await givenPlaces('Right', 'Wrong');
    const dying = processThat(dies, b);
    await expect(dying.merge(a, merging(b), given())).rejects.toThrow('died');
    expect(await fieldsOf(b)).toMatchObject({ name: 'Wrong' });
    await start();
    expect(await fieldsOf(b)).toMatchObject({ name: 'Right' });
    const [merged] = (await eventsOf(a)).map(parseEvent).filter(({ type }) => type === 'location-merged.v1');
    if (merged?.type !== 'location-merged.v1') throw new Error('There is no merging');
    await expect(dying.part(merged.data, given())).rejects.toThrow('died');
    expect(await fieldsOf(b)).toMatchObject({ name: 'Right' });
    await start();
    expect(await fieldsOf(b)).toMatchObject({ name: 'Wrong' });
    expect(await notedCommands()).toEqual([]);
  });

  it.each([
    ['is deleted', true, (b: string) => newProcess().changeStatus(b, { type: 'delete' }, given())],
    [
      'is deleted, with no values',
      false,
      (b: string) => newProcess().changeStatus(b, { type: 'delete' }, given()),
    ],
    [
      'is merged into a third one',
      true,
      async (b: string) => {
        const [c] = await givenPlaces('Third');
        // In the same city as the others.
        await newProcess().edit(c, { cityId: (await fieldsOf(b))?.cityId ?? '' }, given());
        return newProcess().merge(b, { into: c }, given());
      },
    ],
  ])('is refused and undone if the place that stays %s at the same moment', async (_, takes, ends) => {
    const [a, b] = await givenPlaces('Right', 'Wrong');
    let isFirst = true;
    const process = processThat(async () => {
      if (isFirst) await ends(b);
      isFirst = false;
    }, a);
    const context = given();
    const merge = (by = newProcess()) => by.merge(a, takes ? merging(b) : { into: b }, context);
    await expect(merge(process)).rejects.toMatchObject({ code: 'cannot-merge' });
    await expect(merge()).rejects.toMatchObject({ code: 'cannot-merge' });
    expect((await typesOf(a)).slice(-2)).toEqual(['location-merged.v1', 'location-parted.v1']);
    expect((await loadLocation(newStreams(), a)).location).toMatchObject({
      status: 'approved',
      mergedInto: null,
    });
    expect(await notedCommands()).toEqual([]);
  });
});
