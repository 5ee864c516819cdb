import { systemActor } from '#contracts/shared/event-metadata';
import { queueMovesMost, type QueueMove } from '#contracts/live';
import { queueKinds, type QueueKind } from '#contracts/moderation/words';
import {
  kindsInCity,
  queueCollections,
  type QueueCity,
  type QueueEntry,
} from '#contracts/moderation/read-models-queue';
import type { Change, ReadModelReader } from '#platform/read-store/index';

import { isNeedless } from '../moderation/queue/entries.ts';
import type { QueryContext } from '../query-context.ts';
import type { ClosedCities } from '../shared/closed-cities.ts';
import { accountsOf, nameOf } from '../account/person-view.ts';

type Move = Pick<QueueMove, 'kind' | 'id' | 'is'> & { readonly by: string | null; readonly at: number };

/** The closed cities of the queue before and after a change. */
export interface ClosedChange {
  readonly before: ClosedCities;
  readonly now: ClosedCities;
}

/**
 * The items that entered or left the queue in a change of its read model. `since`: the position up to which moves were
 * already sent. An item that both entered and left within the change is left out.
 */
export async function queueMoves(
  context: QueryContext,
  { ids, everything, position }: Change,
  since: bigint,
  closed: ClosedChange,
): Promise<QueueMove[]> {
  if (everything) return [];
  const { reader } = context.models.queue;
  const moves: Move[] = [];
  for (const kind of queueKinds) {
    const changed = ids[queueCollections[kind]] ?? [];
    // Many documents may have changed without moving: a move of a location touches every document of it.
    for (let from = 0; from < changed.length; from += readAtOnce) {
      const page = changed.slice(from, from + readAtOnce);
      const entries = await reader.getMany<QueueEntry>(queueCollections[kind], page);
      moves.push(...entries.flatMap((entry) => moveOf(kind, entry, since, position) ?? []));
      if (moves.length > queueMovesMost) return [];
    }
  }
  for (const cityId of ids['cities'] ?? []) {
    moves.push(...(await movesWithCity(reader, cityId, closed)));
    if (moves.length > queueMovesMost) return [];
  }
  const actors = moves.flatMap(({ by }) => (by === null ? [] : [by]));
  const accounts = await accountsOf(context, actors);
  const known = new Set<string>();
  return moves
    .sort((one, other) => one.at - other.at)
    .filter(({ kind, id }) => known.size !== known.add(`${kind} ${id}`).size)
    .map(({ kind, id, is, by }) => ({
      kind,
      id,
      is,
      by: by === null ? null : { id: by, name: nameOf(accounts.get(by)) },
    }));
}

/** The items that left the queue with a closed city, or returned with it. Their own documents do not change then. */
async function movesWithCity(
  reader: ReadModelReader,
  cityId: string,
  { before, now }: ClosedChange,
): Promise<Move[]> {
  if (before.statusOf(cityId) === now.statusOf(cityId)) return [];
  const city = await reader.get<QueueCity>('cities', cityId);
  if (city === undefined) return [];
  const moves: Move[] = [];
  for (const kind of kindsInCity) {
    const items = await reader.find<QueueEntry>(queueCollections[kind], {
      filter: { cityId, state: 'waiting' },
      sort: [['submittedAt', 1]],
      limit: queueMovesMost + 1,
    });
    for (const item of items) {
      const [was, is] = [isNeedless(kind, item, before), isNeedless(kind, item, now)];
      if (was === is) continue;
      moves.push({
        kind,
        id: item.id,
        is: is ? 'gone' : 'waiting',
        by: byOf(city.statusBy),
        at: city.statusAt,
      });
    }
  }
  return moves;
}

const readAtOnce = 500;

function moveOf(kind: QueueKind, entry: QueueEntry, since: bigint, until: bigint): Move | undefined {
  const { id, cameAt, wentAt, turnedBy } = entry;
  const isNew = (at: number) => BigInt(at) > since && BigInt(at) <= until;
  const [came, went] = [isNew(cameAt), isNew(wentAt)];
  if (came === went) return undefined;
  const by = byOf(turnedBy);
  return came ? { kind, id, is: 'waiting', by, at: cameAt } : { kind, id, is: 'gone', by, at: wentAt };
}

const byOf = (actor: string | null): string | null => (actor === systemActor ? null : actor);
