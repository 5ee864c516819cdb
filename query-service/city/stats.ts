import { firstHourCounted } from '#contracts/account/read-models';
import type { Stats } from '#contracts/location/views';

import { tags, type QueryResponse } from '#platform/queries/query-response';
import { allCities } from '../shared/tags.ts';
import type { QueryContext } from '../query-context.ts';

const hour = 3_600_000;

/**
 * The site's numbers. 'The last 30 days' starts on a full hour, so that everyone gets the same answer within an hour.
 */
export async function getStats({ models, clock }: QueryContext): Promise<QueryResponse> {
  const { reader } = models.places;
  const thisHour = Math.floor(clock() / hour) * hour;
  const approved = { status: 'approved' } as const;
  // Each of the few cities holds the counts of its public locations and photos, and each hour those of its people.
  const [cities, locations, photos, contributors] = await Promise.all([
    reader.count('cities', approved),
    reader.sum('cities', 'locationCount', approved),
    reader.sum('cities', 'photoCount', approved),
    models.people.reader.sum('hours', 'people', { at: { gte: firstHourCounted(thisHour) } }),
  ]);
  const body: Stats = { locations, cities, photos, contributors };
  const made = [allCities, tags.collection('people', 'hours')];
  return { body, tags: made, freshUntil: thisHour + hour };
}
