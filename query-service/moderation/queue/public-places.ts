import type { QueueLocation } from '#contracts/moderation/read-models-queue';
import { groupBy } from '#platform/queries/group-by';

import type { Models } from '../../models.ts';

/**
 * The public places of each of these keys, at most `most` of each, by key. It takes one read, and one more for each key
 * if so many places have some of the keys that others might be left out.
 */
export async function publicPlacesOf(
  { queue }: Models,
  field: 'nameKey' | 'nearNameKey',
  { keys, most }: { readonly keys: readonly string[]; readonly most: number },
): Promise<ReadonlyMap<string, readonly QueueLocation[]>> {
  const find = (of: string | { readonly in: readonly string[] }, limit: number) =>
    queue.reader.find<QueueLocation>('locations', { filter: { [field]: of, status: 'approved' }, limit });
  const limit = keys.length * most;
  const together = await find({ in: keys }, limit);
  const places =
    together.length < limit ? together : (await Promise.all(keys.map((key) => find(key, most)))).flat();
  return groupBy(places, (place) => place[field] ?? '');
}
