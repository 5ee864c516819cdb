import type { DomainEvent } from '#contracts/events';

import type { CommandContext, CommandOptions } from '#platform/commands/handle-command';

/** Limits what each person may have waiting for review. */
export interface WaitingLimit {
  /**
   * Options for a command of that person: they count what is about to wait before it is appended.
   * `admit` throws Refusal `too-much-waiting`.
   */
  of<State, Event extends DomainEvent>(
    context: CommandContext,
  ): Required<Pick<CommandOptions<State, Event>, 'admit' | 'release'>>;
}
