import type { Stats } from '#contracts/views/other';

import { allCities, tags, type Answer } from '../answer.ts';
import type { Reads } from '../reads.ts';

const hour = 3_600_000;
const contributingFor = 30 * 24 * hour;

/** True numbers. 'The last 30 days' moves on by the hour, so that the answer is the same for everyone within one. */
export async function getStats({ models, clock }: Reads): Promise<Answer> {
  const { reader } = models.places;
  const thisHour = Math.floor(clock() / hour) * hour;
  const since = new Date(thisHour - contributingFor).toISOString();
  const approved = { status: 'approved' } as const;
  // Cities carry the counts of their public locations and photos, and there are few of them.
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
