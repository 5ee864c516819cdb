import type { DomainEvent } from '#contracts/events';

import type { Seen } from './seen.ts';
import type { FoldedStreams, Folding, Loaded } from '#platform/commands/folded-streams';
import type { CommandContext } from '#platform/commands/handle-command';

/** What the maker of a decision had seen of the loaded stream; undefined when they named no revision. */
export async function seenOf<State, Event extends DomainEvent>(
  streams: FoldedStreams,
  decider: Folding<State, Event>,
  stream: string,
  loaded: Loaded<State>,
  { seen }: CommandContext,
): Promise<Seen<State> | undefined> {
  if (seen === undefined) return undefined;
  const state = await streams.stateAt(decider, stream, loaded, BigInt(seen));
  return { state, current: loaded.revision === 'none' ? 0 : Number(loaded.revision) };
}
