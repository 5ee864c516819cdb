import { noLookups } from '#command-service/shared/given.test-helper';
import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { parseEvent, type DomainEvent, type Recorded } from '#contracts/events';
import type { LocationEvent } from '#contracts/location/events';
import { administrator, ordinaryPerson } from '#contracts/shared/person';

import { createLocationCommands } from '#command-service/location/commands';
import { createGiveOpinion } from '#command-service/opinion/commands';
import { foldFrom } from './decider.ts';
import { locationDecider } from '#command-service/location/decider';
import type { EventLog } from '#platform/event-log/index';
import { createFoldedStreams } from './folded-streams.ts';
import type { CommandContext } from './handle-command.ts';
import { folderOfTest } from '../../test/harness/folders.ts';
import { logOfTest } from '../../test/harness/stores.ts';

let folder: string;
let log: EventLog;
/** How many events the log under `watched` has given in all. */
let read: number;
let watched: EventLog;

beforeEach(async () => {
  folder = folderOfTest();
  log = await logOfTest(folder);
  read = 0;
  watched = {
    ...log,
    async *readStream(stream, options) {
      for await (const event of log.readStream(stream, options)) {
        read += 1;
        yield event;
      }
    },
  };
});

const [cityId, locationId] = [randomUUID(), randomUUID()];
const stream = `location-${locationId}`;
const metadata = { time: '2026-01-01T00:00:00.000Z', actor: 'ben', correlationId: 'r', causationId: 'c' };
const fields = {
  name: 'Tower',
  description: 'A view',
  cityId,
  category: 'viewpoint',
  address: null,
  bestTimeToVisit: null,
};
const cityEvents: readonly DomainEvent[] = [
  {
    type: 'city-submitted.v1',
    data: { cityId, name: 'Lisbon', country: 'Portugal', imageUrl: '/lisbon.jpg' },
  },
  { type: 'city-approved.v1', data: { cityId } },
];
const placeEvents: readonly DomainEvent[] = [
  { type: 'location-submitted.v1', data: { locationId, ...fields } },
  { type: 'location-approved.v1', data: { locationId, cityId } },
];
const proposal = (editId: string, to = 'Old Tower'): LocationEvent => ({
  type: 'location-edit-proposed.v1',
  data: { locationId, cityId, editId, changes: { name: { from: 'Tower', to } } },
});
const rejection = (editId: string): LocationEvent => ({
  type: 'location-edit-rejected.v1',
  data: { locationId, cityId, editId, reason: null },
});

async function append(to: EventLog, name: string, events: readonly DomainEvent[]): Promise<void> {
  let last: bigint | 'none' = 'none';
  for await (const { revision } of to.readStream(name, { backwards: true, limit: 1 })) last = revision;
  await to.append(
    name,
    last,
    events.map((event) => ({ id: randomUUID(), event, metadata })),
  );
}

async function givenPlace(edits: number): Promise<void> {
  await append(log, `city-${cityId}`, cityEvents);
  await append(log, stream, placeEvents);
  const ids = Array.from({ length: edits }, () => randomUUID());
  for (let at = 0; at < edits; at += 1000)
    await append(
      log,
      stream,
      ids.slice(at, at + 1000).map((id) => proposal(id)),
    );
}

const by = (userId: string, isAdmin = false, commandId: string = randomUUID()): CommandContext => ({
  commandId,
  actor: isAdmin ? administrator(userId) : ordinaryPerson(userId),
  correlationId: commandId,
  time: new Date(),
});

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = read;
  await work();
  return read - before;
}

describe('a place with thousands of edits', () => {
  it('is read completely once; a rating then reads only the last event of the place and of its city', async () => {
    await givenPlace(3000);
    const rate = createGiveOpinion(createFoldedStreams(watched, parseEvent), noLookups);
    const rating = (userId: string) =>
      costOf(() => rate(locationId, { type: 'rate', rating: 4 }, by(userId)));
    expect(await rating('anna')).toBe(3002 + 2);
    expect([await rating('ben'), await rating('carl')]).toEqual([2, 2]);
  });

  it('is not read again for a decision about an edit, nor for the next proposal', async () => {
    await givenPlace(1000);
    const editIds: string[] = [];
    for await (const { data } of log.readStream(stream, { from: 2n, limit: 3 }))
      editIds.push((data as { editId: string }).editId);
    const [first = '', second = ''] = editIds;
    const locations = createLocationCommands(createFoldedStreams(watched, parseEvent), null, null);
    await locations.changeStatus(
      locationId,
      { type: 'reject-edit', editId: first, reason: null },
      by('admin', true),
    );
    const cost = (command: Parameters<typeof locations.changeStatus>[1]) =>
      costOf(() => locations.changeStatus(locationId, command, by('admin', true)));
    expect(await cost({ type: 'approve-edit', editId: second, force: false })).toBeLessThan(5);
    expect(await cost({ type: 'approve-edit', editId: second, force: false })).toBeLessThan(5);
    expect(await costOf(() => locations.edit(locationId, { name: 'Another' }, by('carl')))).toBeLessThan(5);
    const late = locations.changeStatus(
      locationId,
      { type: 'approve-edit', editId: first, force: false },
      by('admin', true),
    );
    await expect(late).rejects.toMatchObject({ code: 'already-decided' });
  });

  it('is folded without copying the edits for each event', () => {
    let copied = 0;
    const RealMap = Map;
    vi.stubGlobal(
      'Map',
      class<K, V> extends RealMap<K, V> {
        constructor(entries?: Iterable<readonly [K, V]> | null) {
          super(entries);
          copied += this.size;
        }
      },
    );
    try {
      const fold = foldFrom(locationDecider, undefined);
      let revision = 0n;
      const add = (event: DomainEvent) => {
        const recorded = { ...event, id: randomUUID(), stream, metadata, revision, position: revision };
        fold.add(recorded as Recorded<LocationEvent>);
        revision += 1n;
      };
      const ids = Array.from({ length: 2000 }, (_, number) => `edit ${number}`);
      for (const event of placeEvents) add(event);
      for (const id of ids) add(proposal(id));
      for (const id of ids.slice(0, 1500)) add(rejection(id));
      const edits = fold.state()?.edits;
      expect([edits?.waiting.size, edits?.decided.size]).toEqual([500, 1500]);
      expect(copied).toBe(0);
      add(rejection(ids.at(-1) ?? ''));
      expect(fold.state()?.edits.decided.size).toBe(1501);
      expect(copied).toBe(2000);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('a state returned by the cache', () => {
  it('is not changed by events that are read later', async () => {
    await givenPlace(3);
    const streams = createFoldedStreams(log, parseEvent);
    const before = await streams.load(locationDecider, stream);
    const [editId = ''] = [...(before.state?.edits.waiting.keys() ?? [])];
    await append(log, stream, [rejection(editId), proposal(randomUUID())]);
    const after = await streams.load(locationDecider, stream);
    expect([before.state?.edits.waiting.size, before.state?.edits.decided.size]).toEqual([3, 0]);
    expect([after.state?.edits.waiting.size, after.state?.edits.decided.size]).toEqual([3, 1]);
    expect(before.revision).toBe(4n);
    expect(after.revision).toBe(6n);
  });
});

describe('a stream that a command has created', () => {
  it('is read again the next time it is used, and then cached', async () => {
    await append(log, `city-${cityId}`, cityEvents);
    const locations = createLocationCommands(createFoldedStreams(watched, parseEvent), null, null);
    const submit = () => locations.submit({ ...fields, category: 'viewpoint' }, by('anna'));
    expect(await costOf(submit)).toBe(2);
    expect(await costOf(submit)).toBe(1);
    const { id } = await submit();
    const decide = (type: 'approve' | 'reopen') =>
      costOf(() => locations.changeStatus(id, { type }, by('admin', true)));
    expect(await decide('approve')).toBe(2);
    expect(await decide('reopen')).toBe(2);
    expect(await decide('approve')).toBe(2);
  });
});

describe('a cached stream', () => {
  it('is extended by events that another process has appended', async () => {
    await givenPlace(0);
    const rate = createGiveOpinion(createFoldedStreams(watched, parseEvent), noLookups);
    await rate(locationId, { type: 'rate', rating: 4 }, by('anna'));
    const other = await logOfTest(folder);
    await append(other, `city-${cityId}`, [{ type: 'city-deleted.v1', data: { cityId } }]);
    const next = rate(locationId, { type: 'rate', rating: 5 }, by('anna'));
    await expect(next).rejects.toMatchObject({ code: 'location-not-found' });
  });

  it.each(['longer', 'shorter'] as const)(
    'is dropped when the log has been replaced by one with a %s stream',
    async (length) => {
      await givenPlace(5);
      let current = log;
      const streams = createFoldedStreams(
        {
          ...log,
          readStream: (name, options) => current.readStream(name, options),
        },
        parseEvent,
      );
      await streams.load(locationDecider, stream);
      const other = await logOfTest();
      const renamed: DomainEvent = {
        type: 'location-submitted.v1',
        data: { locationId, ...fields, name: 'Mill' },
      };
      const ids = Array.from({ length: length === 'longer' ? 9 : 1 }, () => randomUUID());
      await append(other, stream, [renamed, ...ids.map((id) => proposal(id))]);
      current = other;
      const { state, revision } = await streams.load(locationDecider, stream);
      expect(state?.fields.name).toBe('Mill');
      expect(state?.edits.waiting.size).toBe(ids.length);
      expect(revision).toBe(BigInt(ids.length));
    },
  );

  it.each(['warm', 'cold'] as const)(
    'still finds the events of a command that is repeated hundreds of events later: %s',
    async (kind) => {
      await givenPlace(0);
      let locations = createLocationCommands(createFoldedStreams(watched, parseEvent), null, null);
      await locations.changeStatus(locationId, { type: 'reopen' }, by('admin', true));
      const context = by('admin', true);
      const first = await locations.reject(locationId, {}, context);
      await locations.changeStatus(locationId, { type: 'reopen' }, by('admin', true));
      await locations.changeStatus(locationId, { type: 'approve' }, by('admin', true));
      await append(
        log,
        stream,
        Array.from({ length: 700 }, () => proposal(randomUUID())),
      );
      const { revision } = await createFoldedStreams(log, parseEvent).load(locationDecider, stream);

      if (kind === 'cold')
        locations = createLocationCommands(createFoldedStreams(watched, parseEvent), null, null);
      // A new command would be refused now, because the place is approved.
      expect(await locations.reject(locationId, {}, context)).toEqual(first);
      expect((await createFoldedStreams(log, parseEvent).load(locationDecider, stream)).revision).toBe(
        revision,
      );
    },
  );

  it('returns the state at an earlier revision', async () => {
    await givenPlace(0);
    const locations = createLocationCommands(createFoldedStreams(watched, parseEvent), null, null);
    const admin = () => by('admin', true);
    await locations.edit(locationId, { name: 'Second' }, admin());
    await locations.edit(locationId, { name: 'Third' }, admin());
    const streams = createFoldedStreams(log, parseEvent);
    const loaded = await streams.load(locationDecider, stream);
    const nameAt = async (revision: bigint) =>
      (await streams.stateAt(locationDecider, stream, loaded, revision))?.fields.name;
    expect([await nameAt(1n), await nameAt(2n), await nameAt(3n), await nameAt(4n)]).toEqual([
      'Tower',
      'Second',
      'Third',
      undefined,
    ]);
  });
});
