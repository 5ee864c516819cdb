import { Refusal } from '#contracts/shared/errors';

/** What a moderator had seen of an item when they decided. */
export interface Seen<State> {
  /** The state at the revision that they named; undefined when there is no such revision. */
  readonly state: State | undefined;
  /** The present revision. */
  readonly current: number;
}

/**
 * `shown`: the values that the decision is about. Other events of the item's stream are no reason to look again.
 * @throws Refusal `changed-since` when they are others than those that were seen
 */
export function refuseChanged<State>(
  seen: Seen<State | undefined> | undefined,
  now: State,
  shown: (state: State) => readonly unknown[],
): void {
  if (seen === undefined) return;
  const { state, current } = seen;
  const isSame = state !== undefined && JSON.stringify(shown(state)) === JSON.stringify(shown(now));
  if (!isSame) throw new Refusal('changed-since', { revision: current });
}
