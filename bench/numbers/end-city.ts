import { randomUUID } from 'node:crypto';

import type { Bench } from '../bench.ts';
import { asAdministrator, type Authorization, type Call, createCaller, succeed } from '../caller.ts';
import { createRandom } from '../texts.ts';
import { createAppender, newPlace, seed } from '../fill.ts';
import { ms, type Row } from '../report.ts';
import { startServer } from '../server.ts';
import { median } from '../times.ts';

/** Locations of the city that is deleted: newer than all others, so that they fill the beginning of every list. */
const inCity = 20_000;
/** Deletions and restorations. */
const rounds = 5;

interface Round {
  readonly deletion: number;
  readonly restore: number;
  /** From the response to the restoration until the list shows the city's locations again. */
  readonly whole: number;
  /** The first page of the locations, and of a search for a common word, while the city is deleted. */
  readonly list: number;
  readonly search: number;
  /** The longest time that another request waited meanwhile. */
  readonly pause: number;
}

/** A city with many locations is deleted and restored. */
export async function endCity(bench: Bench): Promise<Row[]> {
  const dataDir = await bench.folder('end-city');
  const { openLog } = bench.servers.embedded;
  const { cityIds } = await seed({ dataDir, cities: 2, locations: 1000, openLog, say: bench.say });
  const [cityId = ''] = cityIds;
  {
    await using log = await openLog(dataDir);
    const random = createRandom(2);
    // Directly into the log; commands would take minutes.
    const by = randomUUID();
    const places = Array.from({ length: inCity }, () => newPlace(random, cityId, by));
    await createAppender(log, bench.say).all(places);
  }
  bench.say('end-city: starting');
  await using server = await startServer(dataDir);
  const headers = await asAdministrator(server.origin);
  using call = createCaller(server.origin);
  const taken: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bench.say(`end-city: round ${round + 1} of ${rounds}`);
    taken.push(await endAndReturn(call, server.origin, { cityId, headers, round }));
  }
  const row = (number: string, of: (round: Round) => number, design: string): Row => ({
    number: `${number}, ${inCity} locations`,
    ours: `${ms(median(taken.map(of)))}, at most ${ms(Math.max(...taken.map(of)))}`,
    design,
  });
  return [
    row('delete a city', ({ deletion }) => deletion, '300 ms'),
    row('restore a city', ({ restore }) => restore, ''),
    row('restore a city until whole', ({ whole }) => whole, '2 s'),
    row('list beside a deleted city', ({ list }) => list, ''),
    row('search beside a deleted city', ({ search }) => search, '50 ms'),
    row('longest wait of another', ({ pause }) => pause, '50 ms'),
  ];
}

async function endAndReturn(
  call: Call,
  origin: string,
  {
    cityId,
    headers,
    round,
  }: { readonly cityId: string; readonly headers: Authorization; readonly round: number },
): Promise<Round> {
  // A different page size each time, so that no cached response is used.
  const pageSize = (number: number): number => 100 + 3 * round + number;
  const ended = new AbortController();
  const watching = longestWait(origin, ended.signal);
  const deletion = await timed(() => succeed(call(`/api/cities/${cityId}`, { method: 'DELETE', headers })));
  const position = deletion.response.headers['x-event-position'];
  const after = { headers: { 'X-Min-Position': String(position) } };
  const list = await timed(() => succeed(call(`/api/locations?limit=${pageSize(0)}`, after)));
  if (list.response.text.includes(cityId)) throw new Error('The list shows a location of a deleted city');
  const search = await timed(() => succeed(call(`/api/locations?search=light&limit=${pageSize(1)}`, after)));
  if (search.response.text.includes(cityId)) throw new Error('A search finds a location of a deleted city');
  const restore = await timed(() =>
    succeed(call(`/api/admin/cities/${cityId}/restore`, { method: 'POST', headers, body: {} })),
  );
  const back = { headers: { 'X-Min-Position': String(restore.response.headers['x-event-position']) } };
  const whole = await timed(() => succeed(call(`/api/locations?limit=${pageSize(2)}`, back)));
  if (!whole.response.text.includes(cityId)) throw new Error('The list misses the restored locations');
  ended.abort();
  return {
    deletion: deletion.took,
    list: list.took,
    search: search.took,
    restore: restore.took,
    whole: whole.took,
    pause: await watching,
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly response: T; readonly took: number }> {
  const started = performance.now();
  const response = await work();
  return { response, took: performance.now() - started };
}

/** Sends small requests one after the other until aborted. Returns the longest wait, in milliseconds. */
async function longestWait(origin: string, signal: AbortSignal): Promise<number> {
  using call = createCaller(origin);
  let longest = 0;
  while (!signal.aborted) {
    const { took } = await timed(() => succeed(call('/healthz')));
    longest = Math.max(longest, took);
  }
  return longest;
}
