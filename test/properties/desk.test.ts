import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Json } from '../harness/http.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { appointments, deskGroups } from './commands.ts';
import { expectDocumentsAsFolded } from './folded.ts';
import { expectListsToAgree, expectInvariants } from './invariants.ts';
import { expectDecidedAsSeen } from './seen.ts';
import { give } from './world.ts';
import { createWorlds, propertySettings, type Worlds } from './worlds.ts';

const { settings, timeout } = propertySettings();
let worlds: Worlds;
beforeAll(async () => void (worlds = await createWorlds()));
afterAll(() => worlds[Symbol.asyncDispose]());

// The order of simultaneous commands is not in the seed, so a shortened sequence may not fail again. None is searched.
test(
  'counts, queue and entities match the log after any decisions and undos of three moderators',
  { timeout },
  async () => {
    const succeeded = new Set<string>();
    let decidedAsSeen = 0;
    const property = fc.asyncProperty(deskGroups, (steps) =>
      worlds.inFresh(async (world, folder) => {
        for (const command of appointments) expect((await give(world, command)).response.status).toBe(200);
        for (const commands of steps) {
          const done = await Promise.all(commands.map((command) => give(world, command)));
          for (const { command, response } of done) {
            if (response.status >= 300) continue;
            succeeded.add(command.type);
            for (const { kind, result } of (response.body?.results ?? []) as Json[]) {
              if (result === 'done') succeeded.add(`${command.type} ${kind}`);
            }
          }
          await expectListsToAgree(world);
        }
        await world.server.settled();
        const events = await folder.events();
        await expectInvariants(world, events);
        decidedAsSeen += expectDecidedAsSeen(events);
        await expectEqualToReplay(folder);
        expectDocumentsAsFolded(await contentsIn(folder), events);
      }),
    );
    await fc.assert(property, { ...settings, endOnFailure: true });
    expect(decidedAsSeen).toBeGreaterThan(0);
    expect([...succeeded]).toEqual(expect.arrayContaining(['decide', 'undo', 'report']));
  },
);
