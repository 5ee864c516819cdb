import type { Bench } from '../bench.ts';
import { cpuOf } from '../child.ts';
import { ms, perSecond, ratio, type Row } from '../report.ts';
import { sendLoad, type LoadRequest } from '../load.ts';
import { median } from '../times.ts';

const html = { Accept: 'text/html', 'Accept-Encoding': 'identity' };
const page = (path: string): LoadRequest => ({ method: 'GET', path, headers: html });

/** Pages that are rendered before the measurement, while the code is still compiled, and those that are measured. */
const warmUp = 100;
const fresh = 200;
const crawled = 20_000;
/** A crawler requests one page after the other. */
const crawl = { connections: 1 };
const reading = { connections: 8, pause: 20 };

/** What rendering costs, what a cached page costs, and how a crawl of many pages affects other requests. */
export async function pages(bench: Bench): Promise<Row[]> {
  const { cityIds, locationIds } = await bench.world();
  const paths = {
    places: locationIds.map((id) => `/location/${id}`),
    cities: cityIds.map((id) => `/city/${id}`),
  };
  return [
    ...(await firstTime(bench, 'a place', paths.places.slice(0, warmUp + fresh))),
    ...(await firstTime(bench, 'a city, list of 24', paths.cities.slice(0, warmUp + fresh))),
    ...(await cached(bench)),
    ...(await beside(bench, paths.places.slice(-crawled))),
  ];
}

/** Processor time of a page that is not cached. */
async function firstTime(bench: Bench, what: string, paths: readonly string[]): Promise<Row[]> {
  const { origin, pid } = await bench.server();
  const first = Math.min(warmUp, Math.floor(paths.length / 2));
  const ask = async (path: string): Promise<void> => {
    const response = await fetch(origin + path, { headers: html });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  };
  bench.say(`pages: ${what}`);
  for (const path of paths.slice(0, first)) await ask(path);
  const before = await cpuOf(pid);
  for (const path of paths.slice(first)) await ask(path);
  const after = await cpuOf(pid);
  return [
    {
      number: `page rendered, ${what}`,
      ours: `${ms((after - before) / (paths.length - first))} CPU`,
      design: '10 ms',
    },
  ];
}

/** A cached page against a cached JSON response of about its size. */
async function cached(bench: Bench): Promise<Row[]> {
  const { origin } = await bench.server();
  const { rounds, seconds, connections } = bench.options;
  const sizeOf = async (path: string) =>
    (await (await fetch(origin + path, { headers: html })).arrayBuffer()).byteLength;
  const bytes = await sizeOf('/');
  const ofTen = await sizeOf('/api/locations?limit=10');
  const limit = Math.min(500, Math.max(1, Math.round((bytes / ofTen) * 10)));
  const rates: { page: number[]; json: number[] } = { page: [], json: [] };
  for (let round = 0; round < rounds; round += 1) {
    bench.say(`pages, cached: round ${round + 1} of ${rounds}`);
    const load = { origin, connections, seconds };
    rates.page.push((await sendLoad({ ...load, requests: [page('/')] })).perSecond);
    const json = page(`/api/locations?limit=${limit}`);
    rates.json.push((await sendLoad({ ...load, requests: [json] })).perSecond);
  }
  const [ours, floor] = [median(rates.page), median(rates.json)];
  return [
    {
      number: `page cached, ${Math.round(bytes / 1000)} kB`,
      ours: perSecond(ours),
      floor: `${perSecond(floor)} JSON of its size`,
      ratio: ratio(floor / ours),
      design: '1.3',
    },
  ];
}

/** How long readers of a list wait while a crawler requests pages that are not cached. */
async function beside(bench: Bench, paths: readonly string[]): Promise<Row[]> {
  const { origin } = await bench.server();
  const { seconds, rounds } = bench.options;
  const requests: LoadRequest[] = [{ method: 'GET', path: '/api/locations?limit=24' }];
  const read = { ...reading, origin, requests, seconds: seconds * rounds };
  bench.say('pages: a list, alone');
  const alone = await sendLoad(read);
  bench.say('pages: a list, beside a crawl');
  const [crowded, crawling] = await Promise.all([
    sendLoad(read),
    sendLoad({ ...crawl, origin, requests: paths.map(page), seconds: read.seconds }),
  ]);
  return [
    {
      number: `list beside a crawl of ${perSecond(crawling.perSecond, ' pages')}`,
      ours: `p50 ${ms(crowded.p50)}, p99 ${ms(crowded.p99)}`,
      floor: `p50 ${ms(alone.p50)}, p99 ${ms(alone.p99)} alone`,
      ratio: ratio(crowded.p99 / alone.p99),
      design: '2',
    },
  ];
}
