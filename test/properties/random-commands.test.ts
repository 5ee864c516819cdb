import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDataFolder, type DataFolder } from '../harness/data-folder.ts';
import { startInProcess, type Person } from '../harness/in-process.ts';
import { createPopulatedFolder } from '../harness/people.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { beginning, groups, people, sequence, type Command } from './commands.ts';
import { expectDocumentsAsFolded } from './folded.ts';
import { expectListsToAgree, expectPromisesKept } from './promises.ts';
import { createWorld, give, type World } from './world.ts';

/** `PROPERTY_RUNS=500 PROPERTY_SEED=… PROPERTY_PATH=…` looks further, or again; a failure names the last two. */
const { PROPERTY_RUNS = '20', PROPERTY_SEED, PROPERTY_PATH } = process.env;
const runs = Number(PROPERTY_RUNS);
const settings = {
  numRuns: runs,
  ...(PROPERTY_SEED === undefined ? {} : { seed: Number(PROPERTY_SEED) }),
  ...(PROPERTY_PATH === undefined ? {} : { path: PROPERTY_PATH }),
};
const timeout = 120_000 + runs * 3000;

/** People with sessions and nothing else: every run begins with a copy of it. */
let template: DataFolder;
let known: readonly Person[];

beforeAll(async () => {
  ({ folder: template, people: known } = await createPopulatedFolder(people));
});
afterAll(() => template[Symbol.asyncDispose]());

async function inFreshWorld(check: (world: World, folder: DataFolder) => Promise<void>): Promise<void> {
  await using folder = await createDataFolder(template.path);
  await using server = await startInProcess(folder);
  const world = createWorld(server, known);
  for (const command of beginning) await give(world, command);
  await check(world, folder);
  expect(server.faults).toEqual([]);
}

async function expectAllInOrder(world: World, folder: DataFolder): Promise<void> {
  await world.server.settled();
  const events = await folder.events();
  await expectPromisesKept(world, events);
  await expectEqualToReplay(folder);
  expectDocumentsAsFolded(await contentsIn(folder), events);
}

test('whatever people do one after the other, what is shown is true', { timeout }, async () => {
  const property = fc.asyncProperty(sequence, (commands) =>
    inFreshWorld(async (world, folder) => {
      for (const command of commands) {
        await give(world, command);
        await expectListsToAgree(world);
      }
      await expectAllInOrder(world, folder);
    }),
  );
  await fc.assert(property, settings);
});

// Which comes first is not in the seed: a shorter list may well not fail again, and is not looked for.
test('whatever people do at the same moment, what is shown is true', { timeout }, async () => {
  const property = fc.asyncProperty(groups, (steps: readonly (readonly Command[])[]) =>
    inFreshWorld(async (world, folder) => {
      for (const commands of steps) {
        await Promise.all(commands.map((command) => give(world, command)));
        await expectListsToAgree(world);
      }
      await expectAllInOrder(world, folder);
    }),
  );
  await fc.assert(property, { ...settings, endOnFailure: true });
});
