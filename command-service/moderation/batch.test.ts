import { randomUUID } from 'node:crypto';

import { beforeEach, expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import type { DecisionItem } from '#contracts/moderation/commands';
import { administrator, ordinaryPerson } from '#contracts/shared/person';
import { LogUnavailable, type EventLog } from '#platform/event-log/index';
import type { PhotoStore } from '#platform/photo-store/index';

import { createFoldedStreams } from '#platform/commands/folded-streams';
import { createCommands, type Commands } from '../commands.ts';
import { contextOf, plainDeps, porto } from '../shared/given.test-helper.ts';
import { logOfTest, photosOfTest } from '../../test/harness/stores.ts';

let log: EventLog;
let photos: PhotoStore;
/** How many appends the log accepts before it fails. */
let appendsLeft: number;

beforeEach(async () => {
  [log, photos] = [await logOfTest(), await photosOfTest()];
  appendsLeft = Infinity;
});

const noPicture = () => Promise.reject(new Error('There is no picture here'));

/** The commands of a process that has just started, on a log that may fail. */
function started(): Commands {
  const losing: EventLog = {
    ...log,
    append(...args) {
      appendsLeft -= 1;
      if (appendsLeft < 0) throw new LogUnavailable('lost');
      return log.append(...args);
    },
  };
  const streams = createFoldedStreams(losing, parseEvent);
  return createCommands({
    ...plainDeps,
    streams,
    photos,
    renderer: { render: noPicture },
  });
}

const given = (actor = administrator(randomUUID())) => contextOf(actor);
const approve = (id: string): DecisionItem => ({
  kind: 'city',
  id,
  entityType: 'city',
  entityId: id,
  decision: 'approve',
});

async function submittedCities(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    ids.push((await started().city.submit(porto, given(ordinaryPerson(randomUUID())))).id);
  }
  return ids;
}

async function approvalsIn(ids: readonly string[]): Promise<string[]> {
  const batches: string[] = [];
  for (const id of ids) {
    for await (const { type, metadata } of log.readStream(`city-${id}`)) {
      if (type === 'city-approved.v1') batches.push(metadata.correlationId);
    }
  }
  return batches;
}

it('keeps finished steps if the log fails, and does the rest as the same batch if sent again', async () => {
  const ids = await submittedCities(4);
  const context = given();
  appendsLeft = 2;
  await expect(started().batch.decide(ids.map(approve), context)).rejects.toThrow(LogUnavailable);
  expect(await approvalsIn(ids)).toHaveLength(2);

  appendsLeft = Infinity;
  const again = { ...context, correlationId: randomUUID(), time: new Date() };
  const outcome = await started().batch.decide(ids.map(approve), again);
  expect(outcome.results.map(({ result }) => result)).toEqual(['done', 'done', 'done', 'done']);
  expect(await approvalsIn(ids)).toEqual(Array.from({ length: 4 }, () => outcome.batchId));
  expect(outcome.position).toBe(await log.head());
});

it('changes nothing if another batch has the same items, and says who was first', async () => {
  const ids = await submittedCities(2);
  const mona = administrator(randomUUID());
  const first = await started().batch.decide(ids.map(approve), given(mona));
  const again = await started().batch.decide(ids.map(approve), given(mona));
  expect(again.results.map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
  const second = await started().batch.decide(ids.map(approve), given());
  expect(second.results).toMatchObject(
    ids.map((id) => ({ id, result: 'refused', code: 'decided', by: mona.userId })),
  );
  expect(await approvalsIn(ids)).toEqual([first.batchId, first.batchId]);
});
