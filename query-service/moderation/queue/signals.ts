import { signalFields, signalFrom, signalKinds, type SignalKind } from '#contracts/moderation/signals';
import { queueCollections, type QueueEntry } from '#contracts/moderation/read-models-queue';
import type { Signal } from '#contracts/moderation/views';
import { queueKinds } from '#contracts/moderation/words';

import type { Models } from '../../models.ts';
import { distinct } from '../../query-context.ts';
import { filterOf, hasField, type QueuedItem } from './entries.ts';

/** Each kind of item with each field in which it may have keys. */
export const keyPlaces = queueKinds.flatMap((kind) =>
  signalKinds.flatMap((of) =>
    signalFields[of].filter((field) => hasField(kind, field)).map((field) => ({ kind, of, field })),
  ),
);

/** Not limited to a city or a person. */
export const wherever = { city: undefined, submitter: undefined };

/** The signals of items, by the item's entry. It takes a few reads of indexes, however many items there are. */
export async function signalsOf(
  models: Models,
  found: readonly QueuedItem[],
): Promise<(entry: QueueEntry) => Signal[]> {
  const keys = new Map<SignalKind, readonly string[]>(
    signalKinds.map((of) => [
      of,
      distinct(found.flatMap(({ entry }) => signalFields[of].flatMap((field) => entry[field] ?? []))),
    ]),
  );
  const counts = new Map<string, number>();
  await Promise.all(
    keyPlaces.map(async ({ kind, of, field }) => {
      const wanted = keys.get(of) ?? [];
      if (wanted.length === 0) return;
      const tallied = await models.queue.reader.tally(queueCollections[kind], {
        by: field,
        of: wanted,
        filter: filterOf(models, kind, wherever),
      });
      for (const [key, { count }] of tallied) counts.set(key, (counts.get(key) ?? 0) + count);
    }),
  );
  return (entry) =>
    signalKinds.flatMap((kind) =>
      signalFields[kind].flatMap((field) => {
        const key = entry[field];
        const count = key === null ? 0 : (counts.get(key) ?? 0);
        const isAlone = kind === 'near-name' && count < 2 && !isSimilar(entry);
        return key !== null && count >= signalFrom[kind] && !isAlone ? [{ kind, key, count }] : [];
      }),
    );
}

/** Whether its name is similar to that of an earlier place, waiting or not. */
const isSimilar = (entry: QueueEntry): boolean => 'isSimilar' in entry && entry.isSimilar === true;
