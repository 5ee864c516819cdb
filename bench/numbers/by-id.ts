import type { Bench } from '../bench.ts';
import { createRandom, shuffled } from '../random.ts';
import type { Row } from '../report.ts';
import { againstFloor } from '../rounds.ts';

/** The number of locations that are requested again and again. */
const popular = 1000;

/** One location, as a visitor gets it: any of all, and one of some popular ones. */
export async function byId(bench: Bench): Promise<Row[]> {
  const { locationIds } = await bench.world();
  const ids = shuffled(locationIds, createRandom(2));
  const requestsOf = (some: readonly string[], headers = {}) =>
    some.map((id) => ({ method: 'GET', path: `/api/locations/${id}`, headers }) as const);
  const all = requestsOf(ids);
  const few = requestsOf(ids.slice(0, popular));
  const browsers = requestsOf(ids.slice(0, popular), { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
  return againstFloor(bench, [
    { number: 'by id, any of all', design: '.72', load: () => ({ requests: all }) },
    { number: `by id, ${popular} of them`, design: '.72', load: () => ({ requests: few }) },
    { number: `by id, ${popular} of them, br`, design: '', load: () => ({ requests: browsers }) },
  ]);
}
