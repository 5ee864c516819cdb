import type { Recorded } from '#contracts/events';
import { streamOf } from '#contracts/events';
import type { SecondOpinionEvent } from '#contracts/moderation/events';
import type { QueueDetail } from '#contracts/moderation/views';
import { Refusal } from '#contracts/shared/errors';

import type { Decider } from '#platform/commands/decider';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { handleCommand, type CommandContext } from '#platform/commands/handle-command';

/** What the reading side knows of the item, whose own stream its id does not name. */
type Asked = Pick<QueueDetail, 'item' | 'waits'>;

type State = Recorded<SecondOpinionEvent> | null;

/** An item is flagged once, until it is decided. */
const secondOpinionDecider: Decider<State, null, Asked, SecondOpinionEvent> = {
  initial: null,
  evolve: (_, event: Recorded<SecondOpinionEvent>) => event,
  decide: (_state, _command, _actor, { item: { kind, id: itemId, entityType, entityId, flags }, waits }) => {
    if (!waits) throw new Refusal('already-decided');
    if (flags.includes('second-opinion')) return [];
    return [{ type: 'second-opinion-asked.v1', data: { kind, itemId, entityType, entityId } }];
  },
};

/**
 * Flags an item for a colleague. `find` reads the item as of now; `note` runs before anything is appended. Returns the
 * position of the flag's event.
 * @throws Refusal `already-decided`
 */
export async function askSecondOpinion(
  streams: FoldedStreams,
  { find, note }: { readonly find: () => Promise<Asked>; readonly note: (asked: Asked) => Promise<void> },
  context: CommandContext,
): Promise<bigint> {
  const asked = await find();
  if (!asked.waits) throw new Refusal('already-decided');
  await note(asked);
  const { position } = await handleCommand(
    streams,
    secondOpinionDecider,
    streamOf.secondOpinion(asked.item.kind, asked.item.id),
    async () => ({ command: null, facts: await find() }),
    context,
  );
  return position;
}
