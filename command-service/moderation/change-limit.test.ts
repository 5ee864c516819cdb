import { randomUUID } from 'node:crypto';

import { beforeEach, expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import { limits } from '#contracts/shared/limits';
import { administrator, ordinaryPerson, type Person } from '#contracts/shared/person';

import { createChangeCommands, type ChangeCommands } from './change-commands.ts';
import { createCityCommands, type CityCommands } from '../city/commands.ts';
import { createLocationCommands } from '../location/commands.ts';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import { eventIdOf } from '#platform/commands/handle-command';
import { createWaitingLimit } from './waiting-limit.ts';
import { contextOf, noLookups, porto } from '../shared/given.test-helper.ts';
import { logOfTest, recordsOfTest } from '../../test/harness/stores.ts';

let cities: CityCommands;
let changes: ChangeCommands;
let cityId: string;
let hasApproved: boolean;
beforeEach(async () => {
  const records = await recordsOfTest();
  hasApproved = false;
  const streams = createFoldedStreams(await logOfTest(), parseEvent);
  const lookups = { waitingOf: async () => [], hasApproved: async () => hasApproved };
  const waiting = createWaitingLimit({ streams, records, lookups });
  cities = createCityCommands(streams, waiting, noLookups);
  changes = createChangeCommands({
    streams,
    city: cities,
    location: createLocationCommands(streams, waiting, null),
    lookups: { revisionOf: async () => undefined },
  });
  ({ id: cityId } = await cities.submit(porto, given(admin)));
});

const admin = administrator('admin');
const member = ordinaryPerson(randomUUID());
const given = (actor: Person) => contextOf(actor, new Date('2026-03-01T12:00:00Z'));
const noImage = async (): Promise<void> => undefined;
let number = 0;
/** Edits the city, which applies at once. Returns the id of the change. */
async function edit(actor: Person): Promise<string> {
  const context = given(actor);
  await cities.edit(cityId, { country: `Land ${++number}` }, context, noImage);
  return eventIdOf(context.commandId, 0);
}
const full = { code: 'too-much-waiting' };
const changeOf = (id: string) => ({ id, entityType: 'city', entityId: cityId }) as const;

it('limits a newcomer’s unreviewed changes to the number of items that may wait', async () => {
  const made: string[] = [];
  while (made.length < limits.waitingOfNewcomer) made.push(await edit(member));
  await expect(edit(member)).rejects.toMatchObject(full);
  await changes.review(changeOf(made[0] ?? ''), given(admin));
  await edit(member);
  await expect(edit(member)).rejects.toMatchObject(full);
  await changes.revert(changeOf(made[4] ?? ''), null, given(admin));
  await edit(member);
  await expect(edit(member)).rejects.toMatchObject(full);
});

it('allows more changes once something was approved, and most for trusted people and moderators', async () => {
  hasApproved = true;
  for (let made = 0; made < limits.waitingOfPerson; made++) await edit(member);
  await expect(edit(member)).rejects.toMatchObject(full);
  for (const rights of [{ isTrusted: true }, { canModerate: true }]) {
    const known = { ...ordinaryPerson(randomUUID()), ...rights };
    for (let made = 0; made < limits.changesOfTrusted; made++) await edit(known);
    await expect(edit(known)).rejects.toMatchObject(full);
  }
  await edit(admin);
});

it('does not count edits that were refused or changed nothing, or changes of a deleted city', async () => {
  for (let made = 1; made < limits.waitingOfNewcomer; made++) await edit(member);
  await cities.edit(cityId, { country: `Land ${number}` }, given(member), noImage);
  const elsewhere = cities.edit(randomUUID(), { country: 'Nowhere' }, given(member), noImage);
  await expect(elsewhere).rejects.toMatchObject({ code: 'city-not-found' });
  await edit(member);
  await expect(edit(member)).rejects.toMatchObject(full);
  await cities.changeStatus(cityId, { type: 'delete' }, given(admin));
  ({ id: cityId } = await cities.submit(porto, given(admin)));
  await edit(member);
});

it('finds a change by its own id alone', async () => {
  await edit(member);
  const unknown = changeOf(randomUUID());
  await expect(changes.revert(unknown, null, given(admin))).rejects.toMatchObject({
    code: 'change-not-found',
  });
});
