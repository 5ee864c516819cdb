import type { Stats } from '#contracts/views/stats';

import { allCities, tags, type Answer } from '../answer.ts';
import type { QueryContext } from '../query-context.ts';

const hour = 3_600_000;
const contributingFor = 30 * 24 * hour;

/**
 * The site's numbers. 'The last 30 days' starts on a full hour, so that everyone gets the same answer within an hour.
 */
export async function getStats({ models, clock }: QueryContext): Promise<Answer> {
  const { reader } = models.places;
  const thisHour = Math.floor(clock() / hour) * hour;
  const since = new Date(thisHour - contributingFor).toISOString();
  const approved = { status: 'approved' } as const;
  // Each of the few cities holds the counts of its public locations and photos.
  const [cities, locations, photos, contributors] = await Promise.all([
    reader.count('cities', approved),
    reader.sum('cities', 'locationCount', approved),
    reader.sum('cities', 'photoCount', approved),
    models.contributors.reader.count('people', { lastAt: { gte: since } }),
  ]);
  const body: Stats = { locations, cities, photos, contributors };
  const made = [allCities, tags.collection('contributors', 'people')];
  return { body, tags: made, freshUntil: thisHour + hour };
}
