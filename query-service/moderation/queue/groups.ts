import { groupFrom, kindOfSignal, signalFrom } from '#contracts/moderation/signals';
import type { SignalField, SignalKind } from '#contracts/moderation/signals';
import { queueCollections, type QueueEntry } from '#contracts/moderation/read-models-queue';
import type { QueueGroup } from '#contracts/moderation/views';
import { queueKinds } from '#contracts/moderation/words';
import { firstCharacters } from '#contracts/shared/first-characters';

import type { QueryResponse } from '#platform/queries/query-response';
import type { Task } from '#platform/queries/shared-work';
import type { Models } from '../../models.ts';
import { byId } from '../../query-context.ts';
import { filterOf, findAll, type QueuedItem } from './entries.ts';
import type { Lookup } from './flags.ts';
import { queueItems } from './items.ts';
import { keyPlaces, wherever } from './signals.ts';

const groupsMost = 100;
const groupsAtOnce = 10;
const itemsOfGroup = 3;
const keysAtOnce = 500;
/** The most keys of one kind of item that are counted. */
const keysMost = 50_000;

/** What three or more waiting items have in common, largest first. Counted from the indexes of the keys alone. */
export async function listGroups(lookup: Lookup, task: Task): Promise<QueryResponse> {
  const { models } = lookup.context;
  const counts = new Map<string, number>();
  // That two texts contain a web address is not enough in common.
  for (const place of keyPlaces.filter(({ of }) => of !== 'link')) {
    for await (const key of keysIn(models, place, task)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const largest = [...counts]
    .filter(([key, count]) => count >= Math.max(groupFrom, signalFrom[kindOfSignal(key) ?? 'link']))
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .slice(0, groupsMost);
  const groups: QueueGroup[] = [];
  for (let from = 0; from < largest.length; from += groupsAtOnce) {
    await task.yield();
    groups.push(...(await groupsOf(lookup, largest.slice(from, from + groupsAtOnce))));
  }
  return { body: groups, total: String(groups.length), tags: [] };
}

/** The keys in a field of all waiting items, one for each item that has one. */
async function* keysIn(
  models: Models,
  { kind, field }: { readonly kind: QueuedItem['kind']; readonly field: SignalField },
  task: Task,
): AsyncIterable<string> {
  for (let counted = 0, after: readonly [string, string] | undefined; counted < keysMost;) {
    await task.yield();
    const page: readonly QueueEntry[] = await models.queue.reader.find<QueueEntry>(queueCollections[kind], {
      filter: filterOf(models, kind, wherever),
      sort: [[field, -1]],
      limit: keysAtOnce,
      keysOnly: true,
      ...(after && { after }),
    });
    let last: readonly [string, string] | undefined;
    for (const entry of page) {
      const key = entry[field];
      // Entries without a key come last.
      if (typeof key !== 'string' || key === '') return;
      yield key;
      last = [key, entry.id];
    }
    if (last === undefined || page.length < keysAtOnce) return;
    after = last;
    counted += page.length;
  }
}

/** Groups with their oldest items. The items of all of them are read together. */
async function groupsOf(
  lookup: Lookup,
  counted: readonly (readonly [key: string, count: number])[],
): Promise<QueueGroup[]> {
  const { models } = lookup.context;
  const found = await Promise.all(
    counted.map(([key]) =>
      findAll(
        models,
        { kinds: queueKinds, ...wherever, sort: 'oldest', signal: key },
        { limit: itemsOfGroup, after: undefined },
      ),
    ),
  );
  const itemOf = byId(await queueItems(lookup, found.flat()));
  return counted.flatMap(([key, count], at) => {
    const kind = kindOfSignal(key);
    const entries = (found[at] ?? []).map(({ entry }) => entry);
    const [first] = entries;
    if (kind === undefined || first === undefined) return [];
    const items = entries.flatMap(({ id }) => itemOf.get(id) ?? []);
    const submitters = byId(items.flatMap(({ submitter }) => submitter ?? []));
    return {
      key,
      kind,
      count,
      label: labelOf(kind, key, first, items),
      submitters: [...submitters.values()].map(({ id, name }) => ({ id, name })),
      items,
    };
  });
}

/** A description of what the items of a group share. */
function labelOf(kind: SignalKind, key: string, first: QueueEntry, items: QueueGroup['items']): string {
  const [item] = items;
  switch (kind) {
    case 'same-link':
      return first.hosts[first.hostKey === key ? 0 : 1] ?? '';
    case 'burst':
      return item?.submitter?.name ?? '';
    case 'same-text':
      return firstCharacters(item?.description ?? item?.summary ?? '', 100);
    case 'same-picture':
    case 'near-picture':
    case 'near-name':
    case 'link':
      return item?.name ?? '';
  }
}
