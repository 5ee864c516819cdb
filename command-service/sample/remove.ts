import { Refusal } from '#contracts/shared/errors';
import { samplePersonIds } from '#contracts/account/sample-people';
import type { Accounts } from '../account/accounts.ts';
import type { Commands } from '../commands.ts';
import type { EventLog } from '#platform/event-log/index';
import type { CommandContext } from '#platform/commands/handle-command';
import { nameBasedId } from '#platform/commands/name-based-id';
import type { RecordStore } from '#platform/record-store/index';
import { sampleCityIds, sampleSetting } from './load.ts';
import { operations } from '#contracts/api';
import type { ServiceRouter } from '#platform/http/context';
import { mountRemoval, type RouteDeps } from '../shared/write-routes.ts';

/** Milliseconds. A removal waits for the loading of the sample, which takes less than this. */
const timeout = 10_000;

export interface RemoveSampleDeps {
  readonly commands: Commands;
  readonly accounts: Accounts;
  readonly records: RecordStore;
  readonly log: EventLog;
}

/**
 * Deletes the existing cities of the sample with everything now in them, and erases its people. A deleted city can be
 * restored like any other. Returns the position after the last deletion. A repetition changes nothing.
 * @throws RecordStoreUnavailable while the sample is still being loaded
 */
async function removeSample(
  { commands, accounts, records, log }: RemoveSampleDeps,
  context: CommandContext,
): Promise<{ readonly position: bigint }> {
  await using _lease = await records.lease(sampleSetting, AbortSignal.timeout(timeout));
  // After this, interrupted loading does not continue.
  await records.settings.set(sampleSetting, 'done');
  for (const cityId of sampleCityIds) {
    const commandId = nameBasedId(cityId, context.commandId);
    try {
      await commands.city.changeStatus(cityId, { type: 'delete' }, { ...context, commandId });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'city-not-found')) throw error;
    }
  }
  const position = await log.head();
  for (const id of Object.values(samplePersonIds)) {
    const account = await records.accounts.byId(id);
    if (account !== undefined) await accounts.erase(account);
  }
  return { position };
}

export function sampleRoutes(router: ServiceRouter, deps: RouteDeps, sample: RemoveSampleDeps): void {
  mountRemoval(router, deps, operations.removeSample, (_input, context) => removeSample(sample, context));
}
