import { pickFields } from '#contracts/shared/entity-fields';
import { cityFields, type CityFields } from '#contracts/city/fields';
import type { CreateCity, UpdateCity } from '#contracts/city/commands';
import { streamOf } from '#contracts/events';
import { cityDecider, citySeenBy, takesAway, type CityCommand, type CityState } from './decider.ts';
import type { Actor } from '#platform/commands/decider';
import type { FoldedStreams, Loaded } from '#platform/commands/folded-streams';
import { handleCommand, type CommandContext, type Handled } from '#platform/commands/handle-command';
import {
  type WaitingLimit,
  type CommandResult,
  entityIdOf,
  type Rejection,
  seenOf,
} from '../shared/commands.ts';

interface EarlierCity {
  readonly revision: number;
  readonly isServed: (imageUrl: string) => Promise<boolean>;
}

/** Commands for cities. Each throws a Refusal if it is not allowed. */
export interface CityCommands {
  submit(input: CreateCity, context: CommandContext): Promise<CommandResult>;
  /**
   * `requireServed` throws for an image that the city may not have. An unchanged image is not checked: its file may be
   * missing.
   */
  edit(
    id: string,
    input: UpdateCity,
    context: CommandContext,
    requireServed: (imageUrl: string | undefined) => Promise<void>,
  ): Promise<CommandResult>;
  reject(id: string, rejection: Rejection, context: CommandContext): Promise<CommandResult>;
  /** A decision, withdrawal, deletion or revert. */
  changeStatus(
    id: string,
    command: Extract<
      CityCommand,
      { type: 'approve' | 'reopen' | 'withdraw' | 'delete' | 'revert' | 'reapply' }
    >,
    context: CommandContext,
  ): Promise<CommandResult>;
  /**
   * Restores a deleted city; with a revision, also its values at that revision, except an image for which `isServed` is
   * false.
   */
  restore(id: string, to: EarlierCity | undefined, context: CommandContext): Promise<CommandResult>;
}

type CommandOf = (loaded: Loaded<CityState>) => CityCommand | Promise<CityCommand>;

/** Counts across streams, which the reading side does. */
export interface CityLookups {
  /** How many locations sent in by people other than its submitter are approved or pending in the city. */
  readonly placesOfOthers: (cityId: string, minPosition: bigint) => Promise<number>;
}

export function createCityCommands(
  streams: FoldedStreams,
  waiting: WaitingLimit | null,
  lookups: CityLookups,
): CityCommands {
  const holdsOthers = async (cityId: string): Promise<boolean> =>
    (await lookups.placesOfOthers(cityId, await streams.log.head())) > 0;

  async function handle(
    id: string,
    context: CommandContext,
    commandOf: CommandOf,
    options?: { readonly begins: boolean },
  ): Promise<CommandResult> {
    const { position, changed }: Handled<CityState> = await handleCommand(
      streams,
      cityDecider,
      streamOf.city(id),
      async (loaded) => {
        const command = await commandOf(loaded);
        const isAsked = !context.actor.isAdmin && takesAway(command);
        const facts = {
          now: context.time,
          seen: await seenOf(streams, cityDecider, streamOf.city(id), loaded, context),
          holdsOthers: isAsked && (await holdsOthers(id)),
        };
        return { command, facts };
      },
      context,
      { ...options, ...waiting?.of(context) },
    );
    return { id, position, changed };
  }
  const stateAt = (id: string, loaded: Loaded<CityState>, revision: number) =>
    streams.stateAt(cityDecider, streamOf.city(id), loaded, BigInt(revision));

  /** The values at the revision, but with the current image if the image of that revision is no longer served. */
  async function servedValuesAt(
    id: string,
    loaded: Loaded<CityState>,
    { revision, isServed }: EarlierCity,
  ): Promise<CityFields | 'unknown'> {
    const values = (await stateAt(id, loaded, revision))?.fields;
    const imageUrl = loaded.state?.fields.imageUrl;
    if (values === undefined || imageUrl === undefined || values.imageUrl === imageUrl)
      return values ?? 'unknown';
    return (await isServed(values.imageUrl)) ? values : { ...values, imageUrl };
  }

  /**
   * An edit may name only a revision that its author could see: whether the edit changes anything reveals the values.
   */
  async function valuesSeenAt(id: string, loaded: Loaded<CityState>, revision: number, actor: Actor) {
    const city = await stateAt(id, loaded, revision);
    return citySeenBy(city, actor) ? city.fields : 'unknown';
  }

  return {
    submit(input, context) {
      const fields = pickFields(cityFields, input);
      const cityId = entityIdOf(context.commandId);
      return handle(cityId, context, () => ({ type: 'submit', cityId, fields }), { begins: true });
    },
    edit: (id, { revision, ...wanted }, context, requireServed) =>
      handle(id, context, async (loaded) => {
        const base =
          revision === undefined ? undefined : await valuesSeenAt(id, loaded, revision, context.actor);
        const seen = base === 'unknown' ? undefined : base;
        const kept = [loaded.state?.fields.imageUrl, seen?.imageUrl];
        if (!kept.includes(wanted.imageUrl)) await requireServed(wanted.imageUrl);
        return { type: 'edit', wanted, base };
      }),
    reject: (id, { reason = null, duplicateOf = null }, context) =>
      handle(id, context, async () => ({
        type: 'reject',
        reason,
        ...(duplicateOf !== null && { original: (await loadCity(streams, duplicateOf)) ?? 'unknown' }),
      })),
    changeStatus: (id, command, context) => handle(id, context, () => command),
    restore: (id, to, context) =>
      handle(id, context, async (loaded) => ({
        type: 'restore',
        now: context.time,
        values: to && (await servedValuesAt(id, loaded, to)),
      })),
  };
}

/** The state of a city, a fact that decisions about its contents need. */
export const loadCity = async (streams: FoldedStreams, id: string): Promise<CityState> =>
  (await streams.load(cityDecider, streamOf.city(id))).state;
