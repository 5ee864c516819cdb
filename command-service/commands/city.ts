import type { CreateCity, UpdateCity } from '#contracts/commands/city';
import { streamOf } from '#contracts/events/index';

import { cityDecider, type CityCommand, type CityFields, type CityState } from '../domain/city.ts';
import type { EventLog } from '../event-log/index.ts';
import { handleCommand, type CommandContext, type Handled, type Loaded } from '../handle-command.ts';
import type { CityEvent } from '#contracts/events/city';
import { entityIdOf } from './ids.ts';

export interface Done {
  readonly id: string;
  readonly position: bigint;
}

/** What can be done with a city. Each throws a Refusal when it may not be done. */
export interface CityCommands {
  submit(input: CreateCity, context: CommandContext): Promise<Done>;
  edit(id: string, input: UpdateCity, context: CommandContext): Promise<Done>;
  /** A decision, withdrawal or deletion. */
  end(
    id: string,
    command: Extract<CityCommand, { type: 'approve' | 'reject' | 'reopen' | 'withdraw' | 'delete' }>,
    context: CommandContext,
  ): Promise<Done>;
  /** With a revision, its values come back too. */
  restore(id: string, revision: number | undefined, context: CommandContext): Promise<Done>;
}

type CommandOf = (loaded: Loaded<CityState, CityEvent>) => CityCommand;

export function createCityCommands(log: EventLog): CityCommands {
  async function handle(
    id: string,
    context: CommandContext,
    commandOf: CommandOf,
    options?: { readonly begins: boolean },
  ): Promise<Done> {
    const { position }: Handled<CityState> = await handleCommand(
      log,
      cityDecider,
      streamOf.city(id),
      async (loaded) => ({ command: commandOf(loaded), facts: undefined }),
      context,
      options,
    );
    return { id, position };
  }

  return {
    submit(fields, context) {
      const cityId = entityIdOf(context.commandId);
      return handle(cityId, context, () => ({ type: 'submit', cityId, fields }), { begins: true });
    },
    edit: (id, { revision, ...wanted }, context) =>
      handle(id, context, ({ events }) => ({
        type: 'edit',
        wanted,
        base: revision === undefined ? undefined : valuesAt(events, revision),
      })),
    end: (id, command, context) => handle(id, context, () => command),
    restore: (id, revision, context) =>
      handle(id, context, ({ events }) => ({
        type: 'restore',
        values: revision === undefined ? undefined : valuesAt(events, revision),
      })),
  };
}

function valuesAt(events: Loaded<CityState, CityEvent>['events'], revision: number): CityFields | 'unknown' {
  if (revision >= events.length) return 'unknown';
  const until = events.slice(0, revision + 1);
  return until.reduce<CityState>(cityDecider.evolve, cityDecider.initial)?.fields ?? 'unknown';
}
