import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';

import type { DataFolder } from '../harness/data-folder.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { groups, opinions, places, sequence, type Command } from './commands.ts';
import { expectDocumentsAsFolded } from './folded.ts';
import { expectListsToAgree, expectInvariants } from './invariants.ts';
import { give, type World } from './world.ts';
import { createWorlds, propertySettings, type Worlds } from './worlds.ts';

const { settings, timeout } = propertySettings();
let worlds: Worlds;
beforeAll(async () => void (worlds = await createWorlds()));
afterAll(() => worlds[Symbol.asyncDispose]());

async function expectAllInOrder(world: World, folder: DataFolder): Promise<void> {
  await world.server.settled();
  const events = await folder.events();
  await expectInvariants(world, events);
  await expectEqualToReplay(folder);
  expectDocumentsAsFolded(await contentsIn(folder), events);
}

test('the invariants hold after any sequence of commands', { timeout }, async () => {
  const property = fc.asyncProperty(sequence, (commands) =>
    worlds.inFresh(async (world, folder) => {
      for (const command of commands) {
        await give(world, command);
        await expectListsToAgree(world);
      }
      await expectAllInOrder(world, folder);
    }),
  );
  await fc.assert(property, settings);
});

// The order of simultaneous commands is not in the seed, so a shortened sequence may not fail again. None is searched.
test('the invariants hold after any simultaneous commands', { timeout }, async () => {
  const property = fc.asyncProperty(groups, (steps: readonly (readonly Command[])[]) =>
    worlds.inFresh(async (world, folder) => {
      for (const commands of steps) {
        await Promise.all(commands.map((command) => give(world, command)));
        await expectListsToAgree(world);
      }
      await expectAllInOrder(world, folder);
    }),
  );
  await fc.assert(property, { ...settings, endOnFailure: true });
});

test('trending can be computed from the events, for any opinions', { timeout }, async () => {
  const property = fc.asyncProperty(opinions, (commands) =>
    worlds.inFresh(async (world, folder) => {
      for (const command of [...places, ...commands]) await give(world, command);
      await expectAllInOrder(world, folder);
    }),
  );
  await fc.assert(property, settings);
});
