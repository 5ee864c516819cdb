import type { Bench } from '../bench.ts';
import { sendLoad, type Load, type LoadRequest, type Result } from '../load.ts';
import { createRandom, shuffled } from '../texts.ts';
import { ms, ratio, type Row } from '../report.ts';
import { asNewcomer } from '../caller.ts';
import { median } from '../times.ts';

// Slow enough that the processor is not the limit, so that only waiting is measured.
const reading = { connections: 8, pause: 20 };
const writing = { connections: 4, pause: 20 };

/** How long reads take while nobody writes, and while other people submit locations at a moderate rate. */
export async function reads(bench: Bench): Promise<Row[]> {
  const { locationIds } = await bench.world();
  const ids = shuffled(locationIds, createRandom(5));
  const one = await compare(
    bench,
    ids.map((id) => ({ method: 'GET', path: `/api/locations/${id}` })),
  );
  const list = await compare(bench, [{ method: 'GET', path: '/api/locations' }]);
  return [...rows('by id', one), ...rows('list', list)];
}

interface Compared {
  readonly quiet: readonly Result[];
  readonly busy: readonly Result[];
  readonly bare: readonly Result[];
}

async function compare(bench: Bench, requests: readonly LoadRequest[]): Promise<Compared> {
  const { origin } = await bench.server();
  const floor = await bench.floor();
  const { rounds, seconds } = bench.options;
  const write = await writes(bench, origin);
  const ours: Load = { ...reading, seconds, origin, requests };
  const quiet: Result[] = [];
  const busy: Result[] = [];
  const bare: Result[] = [];
  for (let round = -1; round < rounds; round += 1) {
    bench.say(`reads beside writes: round ${round + 1} of ${rounds}`);
    const empty = await sendLoad({ ...ours, origin: floor.origin });
    const alone = await sendLoad(ours);
    const [beside] = await Promise.all([sendLoad(ours), sendLoad({ ...write, seconds })]);
    if (round < 0) continue;
    bare.push(empty);
    quiet.push(alone);
    busy.push(beside);
  }
  return { quiet, busy, bare };
}

async function writes(bench: Bench, origin: string): Promise<Omit<Load, 'seconds'>> {
  const { cityIds } = await bench.world();
  const headers = { ...(await asNewcomer(origin)), 'Content-Type': 'application/json' };
  const body = JSON.stringify({
    name: 'Beside {n}',
    description: 'Written while others read.',
    cityId: cityIds[1],
    category: 'cafe',
  });
  return { ...writing, origin, requests: [{ method: 'POST', path: '/api/locations', headers, body }] };
}

function rows(name: string, { quiet, busy, bare }: Compared): Row[] {
  const p99 = (results: readonly Result[]) => median(results.map((result) => result.p99));
  const p50 = (results: readonly Result[]) => median(results.map((result) => result.p50));
  const percentiles = (results: readonly Result[]) => `p50 ${ms(p50(results))}, p99 ${ms(p99(results))}`;
  return [
    {
      number: `reads, ${name}, no writes`,
      ours: percentiles(quiet),
      floor: `${percentiles(bare)} bare server`,
      ratio: ratio(p99(quiet) / p99(bare)),
    },
    {
      number: `reads, ${name}, beside writes`,
      ours: percentiles(busy),
      floor: `${percentiles(quiet)} no writes`,
      ratio: ratio(p99(busy) / p99(quiet)),
      design: 'p99 does not move',
    },
  ];
}
