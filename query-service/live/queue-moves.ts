import { systemActor } from '#contracts/shared/event-metadata';
import { queueMovesMost, type QueueMove } from '#contracts/live';
import { queueKinds, type QueueKind } from '#contracts/moderation/words';
import { queueCollections, type QueueEntry } from '#contracts/moderation/read-models-queue';
import type { Change } from '#platform/read-store/index';

import type { QueryContext } from '../query-context.ts';
import { accountsOf } from '../account/submitters.ts';
import { nameOf } from '../account/person-view.ts';

type Move = Pick<QueueMove, 'kind' | 'id' | 'is'> & { readonly by: string | null; readonly at: number };

/**
 * The items that entered or left the queue in a change of its read model. `since`: the position up to which moves
 * were sent before. An item that both entered and left within the change is left out.
 */
export async function queueMoves(
  context: QueryContext,
  { ids, everything, position }: Change,
  since: bigint,
): Promise<QueueMove[]> {
  if (everything) return [];
  const changed = queueKinds.map((kind) => [kind, ids[queueCollections[kind]] ?? []] as const);
  const moves: Move[] = [];
  for (const [kind, of] of changed) {
    // Many documents may have changed without moving: a change of a city touches every document in it.
    for (let from = 0; from < of.length; from += readAtOnce) {
      const page = of.slice(from, from + readAtOnce);
      const entries = await context.models.queue.reader.getMany<QueueEntry>(queueCollections[kind], page);
      moves.push(...entries.flatMap((entry) => moveOf(kind, entry, since, position) ?? []));
      if (moves.length > queueMovesMost) return [];
    }
  }
  const actors = moves.flatMap(({ by }) => (by === null ? [] : [by]));
  const accounts = await accountsOf(context, actors);
  return moves
    .sort((one, other) => one.at - other.at)
    .map(({ kind, id, is, by }) => ({
      kind,
      id,
      is,
      by: by === null ? null : { id: by, name: nameOf(accounts.get(by)) },
    }));
}

const readAtOnce = 500;

function moveOf(kind: QueueKind, entry: QueueEntry, since: bigint, until: bigint): Move | undefined {
  const { id, cameAt, wentAt, turnedBy } = entry;
  const isNew = (at: number) => BigInt(at) > since && BigInt(at) <= until;
  const [came, went] = [isNew(cameAt), isNew(wentAt)];
  if (came === went) return undefined;
  const by = turnedBy === systemActor ? null : turnedBy;
  return came ? { kind, id, is: 'waiting', by, at: cameAt } : { kind, id, is: 'gone', by, at: wentAt };
}
