import { streamOf } from '#contracts/events';

import { opinionDecider, type OpinionCommand } from './decider.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { handleCommand, type CommandContext } from '#platform/commands/handle-command';
import type { CommandResult } from '../shared/commands.ts';
import { loadLocation } from '../location/commands.ts';

/** Rates or hearts a location for the actor. Throws a Refusal when the actor may not see the location. */
export type GiveOpinion = (
  locationId: string,
  command: OpinionCommand,
  context: CommandContext,
) => Promise<CommandResult>;

export const createGiveOpinion =
  (streams: FoldedStreams): GiveOpinion =>
  async (locationId, command, context) => {
    const { position, changed } = await handleCommand(
      streams,
      opinionDecider,
      streamOf.opinion(locationId, context.actor.userId),
      async () => ({ command, facts: { locationId, ...(await loadLocation(streams, locationId)) } }),
      context,
    );
    return { id: locationId, position, changed };
  };
