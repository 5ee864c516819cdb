import type { Bench } from '../bench.ts';
import { createCaller, succeed } from '../caller.ts';
import type { LoadRequest } from '../load/request.ts';
import { createRandom, shuffled } from '../random.ts';
import type { Row } from '../report.ts';
import { againstFloor } from '../rounds.ts';
import type { World } from '../seed.ts';
import { asAdministrator } from '../session.ts';
import { fragmentsWithHits } from '../texts.ts';

const hits = 50;
/** Locations that are read to find fragments with enough hits. */
const sampleSize = 2000;

/** A page of fifty hits: for fragments that nobody has searched for, and for one that everybody searches for. */
export async function search(bench: Bench): Promise<Row[]> {
  const world = await bench.world();
  const forgotten = await forgetAnswers(bench, world);
  const fragments = shuffled(fragmentsOf(world), createRandom(3));
  bench.say(`${fragments.length} distinct fragments with ${hits} hits or more`);
  const distinct = fragments.map((fragment) => searchFor(fragment));
  const [one = searchFor('the')] = distinct;
  const browser = { ...one, headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } };
  return againstFloor(bench, [
    {
      number: `search, ${hits} hits, first time`,
      design: '.09',
      load: () => ({ requests: distinct }),
      before: forgotten,
    },
    { number: `search, ${hits} hits, repeated`, design: '.40', load: () => ({ requests: [one] }) },
    { number: `search, ${hits} hits, repeated, br`, design: '', load: () => ({ requests: [browser] }) },
  ]);
}

function fragmentsOf({ places, locationIds }: World): string[] {
  const sample = places.slice(0, sampleSize);
  return fragmentsWithHits(sample, { least: hits, locations: locationIds.length });
}

/** In quotes, a fragment of several words stays one. */
const searchFor = (fragment: string): LoadRequest => ({
  method: 'GET',
  path: `/api/locations?search=${encodeURIComponent(fragment.includes(' ') ? `"${fragment}"` : fragment)}&limit=${hits}`,
});

/** Changing a location's name makes the server drop all cached searches. */
async function forgetAnswers(bench: Bench, { locationIds }: World): Promise<() => Promise<void>> {
  const { origin } = await bench.server();
  const headers = await asAdministrator(origin);
  let changes = 0;
  return async () => {
    using call = createCaller(origin);
    changes += 1;
    const body = { name: `Renamed ${changes}` };
    await succeed(call(`/api/locations/${locationIds[0]}`, { method: 'PUT', headers, body }));
  };
}
