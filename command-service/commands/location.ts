import type { CreateLocation, UpdateLocation } from '#contracts/commands/location';
import { streamOf } from '#contracts/events/index';
import type { LocationEvent } from '#contracts/events/location';

import { locationDecider, type LocationCommand } from '../domain/location-decider.ts';
import type { LocationFields, LocationState } from '../domain/location.ts';
import type { EventLog } from '../event-log/index.ts';
import { handleCommand, type CommandContext, type Loaded } from '../handle-command.ts';
import type { Done } from './city.ts';
import { entityIdOf } from './ids.ts';
import { loadCity, loadPhoto } from './streams.ts';

export type Ending = Extract<
  LocationCommand,
  {
    type:
      | 'approve'
      | 'reject'
      | 'reopen'
      | 'withdraw'
      | 'delete'
      | 'approve-edit'
      | 'reject-edit'
      | 'withdraw-edit';
  }
>;

/** What can be done with a location. Each throws a Refusal when it may not be done. */
export interface LocationCommands {
  submit(input: CreateLocation, context: CommandContext): Promise<Done>;
  /** Applied at once, or proposed: then with the id of the edit that waits. */
  edit(id: string, input: UpdateLocation, context: CommandContext): Promise<Done & { editId: string | null }>;
  /** A decision, withdrawal or deletion, of the location or one of its edits. */
  end(id: string, command: Ending, context: CommandContext): Promise<Done>;
  /** `undoes`: only what went along with that event; `revision`: its values come back too. */
  restore(
    id: string,
    options: { readonly revision?: number | undefined; readonly undoes?: string },
    context: CommandContext,
  ): Promise<Done>;
  featurePhoto(id: string, photoId: string, context: CommandContext): Promise<Done>;
}

type LoadedLocation = Loaded<LocationState, LocationEvent>;

export function createLocationCommands(log: EventLog): LocationCommands {
  async function handle(
    id: string,
    context: CommandContext,
    commandOf: (loaded: LoadedLocation) => LocationCommand | Promise<LocationCommand>,
    options?: { readonly begins: boolean },
  ) {
    return handleCommand(
      log,
      locationDecider,
      streamOf.location(id),
      async (loaded) => {
        const command = await commandOf(loaded);
        const cityId = command.type === 'submit' ? command.fields.cityId : loaded.state?.fields.cityId;
        const targetId = targetOf(command, loaded.state) ?? cityId;
        const city = cityId === undefined ? undefined : await loadCity(log, cityId);
        const target = targetId === undefined || targetId === cityId ? city : await loadCity(log, targetId);
        return { command, facts: { city, target } };
      },
      context,
      options,
    );
  }
  const done = async (id: string, handled: ReturnType<typeof handle>): Promise<Done> => ({
    id,
    position: (await handled).position,
  });

  return {
    submit({ address, bestTimeToVisit, ...given }, context) {
      const locationId = entityIdOf(context.commandId);
      const fields = { ...given, address: address ?? null, bestTimeToVisit: bestTimeToVisit ?? null };
      return done(
        locationId,
        handle(locationId, context, () => ({ type: 'submit', locationId, fields }), { begins: true }),
      );
    },
    async edit(id, { revision, ...wanted }, context) {
      const editId = entityIdOf(context.commandId);
      const { state, position } = await handle(id, context, ({ events }) => ({
        type: 'edit',
        editId,
        wanted,
        base: revision === undefined ? undefined : valuesAt(events, revision),
      }));
      return { id, position, editId: state?.edits.has(editId) === true ? editId : null };
    },
    end: (id, command, context) =>
      done(
        id,
        handle(id, context, () => command),
      ),
    restore: (id, { revision, ...rest }, context) =>
      done(
        id,
        handle(id, context, ({ events }) => ({
          type: 'restore',
          ...rest,
          values: revision === undefined ? undefined : valuesAt(events, revision),
        })),
      ),
    featurePhoto: (id, photoId, context) =>
      done(
        id,
        handle(id, context, async () => ({ type: 'feature-photo', photo: await loadPhoto(log, photoId) })),
      ),
  };
}

/** The city that a command would move the location to. */
function targetOf(command: LocationCommand, location: LocationState): string | undefined {
  if (command.type === 'edit') return command.wanted.cityId;
  if (command.type === 'approve-edit') return location?.edits.get(command.editId)?.changes.cityId?.to;
  return undefined;
}

function valuesAt(events: LoadedLocation['events'], revision: number): LocationFields | 'unknown' {
  if (revision >= events.length) return 'unknown';
  const until = events.slice(0, revision + 1);
  return until.reduce<LocationState>(locationDecider.evolve, locationDecider.initial)?.fields ?? 'unknown';
}
