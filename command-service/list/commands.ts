import { randomUUID } from 'node:crypto';

import type { CreateList, UpdateList } from '#contracts/list/commands';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { CommandContext } from '#platform/commands/handle-command';
import type { RecordStore, StoredList } from '#platform/record-store/index';

import { entityIdOf } from '../shared/commands.ts';

/** The lookups of the reading side that lists need. */
export interface ListLookups {
  /** Those of the locations that are public now. */
  readonly publicAmong: (locationIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * People's lists of places, which are records and cause no events. Each call returns the current list, and throws a
 * Refusal `list-not-found` for another person's.
 */
export interface ListCommands {
  /** @throws Refusal `too-many-lists` */
  create(input: CreateList, context: CommandContext): Promise<StoredList>;
  /** @throws Refusal `invalid` for a place that is not public, `list-changed` if another change came first */
  update(id: string, input: UpdateList, context: CommandContext): Promise<StoredList>;
  remove(id: string, context: CommandContext): Promise<void>;
}

export function createListCommands({
  lists,
  lookups,
}: {
  readonly lists: RecordStore['lists'];
  readonly lookups: ListLookups;
}): ListCommands {
  async function ownList(id: string, { actor }: CommandContext): Promise<StoredList> {
    const list = await lists.get(id);
    if (list?.userId !== actor.userId) throw new Refusal('list-not-found');
    return list;
  }

  async function checkPlaces(ids: readonly string[]): Promise<void> {
    const known = await lookups.publicAmong(ids);
    const message = 'This is no public location';
    const errors = ids.flatMap((id, index) => (known.has(id) ? [] : [{ path: `places.${index}`, message }]));
    if (errors.length > 0) throw new Refusal('invalid', { detail: message, errors });
  }

  return {
    async create({ name, note = null, date = null }, { actor, commandId, time }) {
      const id = entityIdOf(commandId);
      const at = time.getTime();
      const { userId } = actor;
      const list: StoredList = {
        ...{ id, userId, name, note, date, places: [], sharedId: null, revision: 0 },
        ...{ createdAt: at, updatedAt: at },
      };
      if (!(await lists.add(list, limits.listsOfPerson))) throw new Refusal('too-many-lists');
      return (await lists.get(id)) ?? list;
    },
    async update(id, { revision, shared, ...changes }, context) {
      for (;;) {
        const list = await ownList(id, context);
        if (changes.places !== undefined) await checkPlaces(changes.places);
        if (revision !== undefined && revision !== list.revision) throw new Refusal('list-changed');
        const changed = { ...list, ...withoutMissing(changes), sharedId: sharedIdAfter(list, shared) };
        if (isSame(list, changed)) return list;
        const next = { ...changed, revision: list.revision + 1, updatedAt: context.time.getTime() };
        if (await lists.replace(next, list.revision)) return next;
      }
    },
    async remove(id, context) {
      await lists.remove(await ownList(id, context));
    },
  };
}

type Changes = Omit<UpdateList, 'revision' | 'shared'>;

function withoutMissing({ name, note, date, places }: Changes): Partial<StoredList> {
  return {
    ...(name !== undefined && { name }),
    ...(note !== undefined && { note }),
    ...(date !== undefined && { date }),
    ...(places !== undefined && { places }),
  };
}

/** An id that nobody can guess. A list that is shared again gets another one. */
function sharedIdAfter({ sharedId }: StoredList, shared: boolean | undefined): string | null {
  if (shared === undefined) return sharedId;
  return shared ? (sharedId ?? randomUUID()) : null;
}

const isSame = (one: StoredList, other: StoredList): boolean => JSON.stringify(one) === JSON.stringify(other);
