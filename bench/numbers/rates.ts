import { randomUUID } from 'node:crypto';

import type { Bench } from '../bench.ts';
import { asAdministrator, asNewcomer, createCaller, succeed } from '../caller.ts';
import type { LoadRequest } from '../load.ts';
import type { Row } from '../report.ts';
import { againstFloor } from '../rounds.ts';
import type { World } from '../fill.ts';
import { createRandom, fragmentsWithHits, shuffled } from '../texts.ts';

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
    { number: `by id, ${popular} of them, br`, load: () => ({ requests: browsers }) },
  ]);
}

/** The first hundred locations, as a visitor gets them: uncompressed, and compressed as for browsers. */
export function list(bench: Bench): Promise<Row[]> {
  const load = (headers: Readonly<Record<string, string>>) => () => ({
    requests: [{ method: 'GET', path: '/api/locations', headers } as const],
  });
  return againstFloor(bench, [
    { number: 'list of 100', design: '.60', load: load({}) },
    { number: 'list of 100, gzip', load: load({ 'Accept-Encoding': 'gzip' }) },
    { number: 'list of 100, br', load: load({ 'Accept-Encoding': 'gzip, deflate, br, zstd' }) },
  ]);
}

const hits = 50;
/** Locations that are read to find fragments with enough hits. */
const sampleSize = 2000;

/** A page of fifty hits: for fragments that are not cached, and for one that everybody searches for. */
export async function search(bench: Bench): Promise<Row[]> {
  const world = await bench.world();
  const forgotten = await forgetResponses(bench, world);
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
    { number: `search, ${hits} hits, repeated, br`, load: () => ({ requests: [browser] }) },
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
async function forgetResponses(bench: Bench, { locationIds }: World): Promise<() => Promise<void>> {
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

/** A signed-in person submits locations; each is answered once it is durable and in the read model. */
export async function create(bench: Bench): Promise<Row[]> {
  const { origin } = await bench.server();
  const { cityIds } = await bench.world();
  const authorization = await asNewcomer(origin);
  const requestWith = (headers: Readonly<Record<string, string>>): LoadRequest => ({
    method: 'POST',
    path: '/api/locations',
    headers: { ...authorization, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({
      name: 'Bench {n}',
      description: 'A place that somebody has just found, described in about as many words as people use.',
      cityId: cityIds[0],
      category: 'viewpoint',
      address: '{n} Measured Street',
    }),
  });
  // Each round uses other keys; otherwise it would get the responses of the round before.
  const key = () => ({ 'Idempotency-Key': `${randomUUID().slice(0, 24)}{n}` });
  return againstFloor(bench, [
    { number: 'create', design: '.25', load: () => ({ requests: [requestWith({})] }) },
    { number: 'create, idempotent', load: () => ({ requests: [requestWith(key())] }) },
  ]);
}
