import { Refusal } from '#contracts/shared/errors';
import { streamOf } from '#contracts/events';

import { isAdministrator, type AccountStanding, type RecordStore } from '#platform/record-store/index';
import type { CommandResult } from '../shared/commands.ts';
import { accountDecider, type AccountState, type StandingCommand } from './decider.ts';
import { appendsWithin } from '#platform/event-log/index';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { eventIdOf, handleCommand, type CommandContext } from '#platform/commands/handle-command';

/** Changes what people may do: their role, and whether they are trusted or blocked. */
export interface Standings {
  /**
   * Takes effect with the person's next request. `reason` is stored only in the records.
   * @throws Refusal `person-not-found`, `forbidden`, `administrator-keeps-rights`, `conflict`
   */
  change(
    userId: string,
    command: StandingCommand,
    reason: string | null,
    context: CommandContext,
  ): Promise<CommandResult>;
  /** Updates account rows from their streams where a process died between the two writes. */
  completeAll(): Promise<void>;
}

/** How many notes are read at once. */
const atOnce = 100;

export function createStandings(deps: {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'accounts' | 'standings'>;
  /** Appends the event of an account's registration if it is missing. */
  readonly recordAccount: (userId: string) => Promise<unknown>;
  readonly adminEmail: string;
  readonly clock: () => number;
}): Standings {
  const { streams, records, recordAccount, adminEmail, clock } = deps;

  /** Sets the account's row from its stream; returns the stream's revision. */
  async function complete(userId: string): Promise<number> {
    const { state } = await streams.load(accountDecider, streamOf.account(userId));
    await records.standings.set(userId, standingIn(state));
    return state.revision;
  }

  return {
    async change(userId, command, reason, context) {
      const account = await records.accounts.byId(userId);
      if (account === undefined) throw new Refusal('person-not-found');
      if (!account.recorded) await recordAccount(userId);
      const facts = { isAdministrator: isAdministrator(account, adminEmail) };
      const { state, position, changed } = await handleCommand(
        streams,
        accountDecider,
        streamOf.account(userId),
        async () => ({ command: { ...command, userId }, facts }),
        context,
        {
          admit: (_events, { revision }) =>
            records.standings.note({
              eventId: eventIdOf(context.commandId, 0),
              userId,
              revision: revision + 1,
              reason,
              notedAt: clock(),
            }),
        },
      );
      // Needed even if this command changed nothing: the process of an earlier command may have died before this line.
      if (account.standing.revision < state.revision) await records.standings.set(userId, standingIn(state));
      return { id: userId, position, changed };
    },

    async completeAll() {
      for (let settled = 1; settled > 0;) {
        settled = 0;
        for (const { eventId, userId, revision, notedAt } of await records.standings.open(atOnce)) {
          const isAppended = revision <= (await complete(userId));
          const isDead = !isAppended && notedAt < clock() - appendsWithin;
          if (isDead) await records.standings.forget(eventId);
          // Otherwise another process is appending the event, and sets the row itself.
          if (isAppended || isDead) settled += 1;
        }
      }
    },
  };
}

const standingIn = ({ role, trusted, blocked, revision }: AccountState): AccountStanding => ({
  role,
  trusted,
  blocked,
  revision,
});
