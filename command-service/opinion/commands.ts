import { streamOf } from '#contracts/events';

import { opinionDecider, type OpinionCommand } from './decider.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { handleCommand, type CommandContext } from '#platform/commands/handle-command';
import type { CommandResult } from '../shared/commands.ts';
import { loadLocation, mergedAt } from '../location/load-location.ts';

/** Rates or hearts a location for the actor. Throws a Refusal if the actor may not see the location. */
export type GiveOpinion = (
  locationId: string,
  command: OpinionCommand,
  context: CommandContext,
) => Promise<CommandResult>;

/** Asks the reading side which places were merged into one, directly or through others. */
export interface OpinionLookups {
  readonly mergedInto: (locationId: string) => Promise<readonly string[]>;
}

export const createGiveOpinion =
  (streams: FoldedStreams, lookups: OpinionLookups): GiveOpinion =>
  async (locationId, command, context) => {
    const { userId } = context.actor;
    /** The streams say whether a place is merged and whose hearts it has. */
    async function heartedAt(): Promise<bigint> {
      let latest = 0n;
      for (const id of await lookups.mergedInto(locationId)) {
        const { state } = await streams.load(opinionDecider, streamOf.opinion(id, userId));
        const at = state.favorite ? await mergedAt(streams, id, locationId) : 0n;
        if (at > latest) latest = at;
      }
      return latest;
    }
    const { position, changed } = await handleCommand(
      streams,
      opinionDecider,
      streamOf.opinion(locationId, userId),
      async () => ({
        command,
        facts: {
          locationId,
          ...(await loadLocation(streams, locationId)),
          ...(command.type === 'unfavorite' && { heartedAt: await heartedAt() }),
        },
      }),
      context,
    );
    return { id: locationId, position, changed };
  };
