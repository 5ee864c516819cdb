import { Refusal } from '#contracts/errors';
import { streamOf } from '#contracts/events/index';

import { isAdministrator, type AccountStanding, type RecordStore } from '#stores/record-store/index';
import type { CommandResult } from '../commands/city.ts';
import { accountDecider, type AccountState, type StandingCommand } from '../domain/account.ts';
import type { FoldedStreams } from '../folded-streams.ts';
import { eventIdOf, handleCommand, type CommandContext } from '../handle-command.ts';

/** What people may do beyond reading and contributing: their role, whether they are trusted or blocked. */
export interface Standings {
  /**
   * Holds from the person's next request on. `reason` is kept in the records alone.
   * @throws Refusal `person-not-found`, `forbidden`, `administrator-keeps-rights`, `conflict`
   */
  change(
    userId: string,
    command: StandingCommand,
    reason: string | null,
    context: CommandContext,
  ): Promise<CommandResult>;
  /** Brings the rows of accounts to what their streams say, where a process died between the two. */
  completeAll(): Promise<void>;
}

/** An append is not under way for longer (milliseconds): what is not in the log by then never comes. */
const appendsWithin = 60_000;
/** Notes that are looked at together. */
const atOnce = 100;

export function createStandings(deps: {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'accounts' | 'standings'>;
  /** Appends the event of an account's registration if it is missing. */
  readonly recordAccount: (userId: string) => Promise<void>;
  readonly adminEmail: string;
  readonly clock: () => number;
}): Standings {
  const { streams, records, recordAccount, adminEmail, clock } = deps;

  /** Gives the revision of the account's stream. */
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
      // Also where this command changed nothing: the one that did may have died before this.
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
          // What is neither is being appended by another process, which sees to it.
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
