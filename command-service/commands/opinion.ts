import { streamOf } from '#contracts/events/index';

import { opinionDecider, type OpinionCommand } from '../domain/opinion.ts';
import type { EventLog } from '../event-log/index.ts';
import { handleCommand, type CommandContext } from '../handle-command.ts';
import type { Done } from './city.ts';
import { loadLocation } from './streams.ts';

/** A person's rating of, or heart for, a location. Throws a Refusal when the person may not see it. */
export type GiveOpinion = (
  locationId: string,
  command: OpinionCommand,
  context: CommandContext,
) => Promise<Done>;

export const createGiveOpinion =
  (log: EventLog): GiveOpinion =>
  async (locationId, command, context) => {
    const { position } = await handleCommand(
      log,
      opinionDecider,
      streamOf.opinion(locationId, context.actor.userId),
      async () => ({ command, facts: { locationId, ...(await loadLocation(log, locationId)) } }),
      context,
    );
    return { id: locationId, position };
  };
