import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Json } from '../harness/http.ts';
import { appointments, changesAndDecisions } from './commands.ts';
import { expectDecidedAsSeen } from './seen.ts';
import { give } from './world.ts';
import { createWorlds, propertySettings, type Worlds } from './worlds.ts';

const { settings, timeout } = propertySettings();
let worlds: Worlds;
beforeAll(async () => void (worlds = await createWorlds()));
afterAll(() => worlds[Symbol.asyncDispose]());

test('no decision applies at another revision than the named one', { timeout }, async () => {
  let refused = 0;
  let decided = 0;
  const property = fc.asyncProperty(changesAndDecisions, (commands) =>
    worlds.inFresh(async (world, folder) => {
      for (const command of appointments) await give(world, command);
      for (const command of commands) {
        const { response } = await give(world, command);
        if (command.type !== 'decide' || response.status !== 200) continue;
        const results = response.body.results as Json[];
        refused += results.filter(({ code }) => code === 'changed').length;
      }
      decided += expectDecidedAsSeen(await folder.events());
    }),
  );
  await fc.assert(property, settings);
  expect([refused > 0, decided > 0]).toEqual([true, true]);
});
