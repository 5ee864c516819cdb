import { expect } from 'vitest';

import { createDataFolder, type DataFolder } from '../harness/data-folder.ts';
import { createPopulatedFolder, startInProcess } from '../harness/in-process.ts';
import { randomCases } from '../harness/random-cases.ts';
import { onEventStoreDb, onMongoDb } from '../harness/servers.ts';
import { beginning, people } from './commands.ts';
import { createWorld, give, type World } from './world.ts';

/** On servers every step takes longer. */
const patience = onEventStoreDb || onMongoDb ? 10 : 1;

export function propertySettings(few = 2) {
  const cases = randomCases(few);
  const { numRuns } = cases;
  const settings = {
    ...cases,
    // A failure is reported after this many milliseconds, even if its shortest form has not been found.
    interruptAfterTimeLimit: patience * (40_000 + numRuns * 4000),
    markInterruptAsFailure: true,
  };
  return { settings, timeout: patience * (120_000 + numRuns * 5000) };
}

export interface Worlds extends AsyncDisposable {
  /** Runs the check in a world with only the initial entities. */
  inFresh(check: (world: World, folder: DataFolder) => Promise<void>): Promise<void>;
}

/** People with sessions are created once; every world starts with a copy of them. */
export async function createWorlds(): Promise<Worlds> {
  const { folder: template, people: known } = await createPopulatedFolder(people);
  return {
    async inFresh(check) {
      await using folder = await createDataFolder(template.path);
      await using server = await startInProcess(folder);
      const world = createWorld(server, known);
      for (const command of beginning) await give(world, command);
      await check(world, folder);
      expect(server.faults).toEqual([]);
    },
    [Symbol.asyncDispose]: () => template[Symbol.asyncDispose](),
  };
}
