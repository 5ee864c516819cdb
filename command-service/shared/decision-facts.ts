import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { Life } from '#contracts/shared/life';

import type { Actor } from '#platform/commands/decider';
import type { Seen } from './seen.ts';

/** What a decision on a city or location depends on besides its own state. */
export interface DecisionFacts<State> {
  readonly now: Date;
  /** Undefined when the moderator named no revision: then it is decided as it stands. */
  readonly seen?: Seen<State> | undefined;
}

/**
 * What has been public for long, only the administrator takes away.
 * @throws Refusal `administrator-decides` for a moderator, if it was approved more than 30 days ago
 */
export function refuseLongApproved({ status, decidedAt }: Life, actor: Actor, now: Date): void {
  if (actor.isAdmin || status !== 'approved' || decidedAt === null) return;
  if (now.getTime() - Date.parse(decidedAt) > limits.takenAwayWithin)
    throw new Refusal('administrator-decides');
}
