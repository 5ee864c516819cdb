import { setTimeout as delay } from 'node:timers/promises';

import type { Bench } from '../bench.ts';
import { resident } from '../child.ts';
import { sendLoad, type LoadRequest } from '../load.ts';
import { megabytes, ratio, type Row } from '../report.ts';
import type { World } from '../fill.ts';
import { median } from '../times.ts';
import type { PlaceTexts } from '../texts.ts';

/** Milliseconds: between two samples, and after the load before the process counts as idle. */
const betweenLooks = 100;
const settling = 3000;

/** Resident memory under a mixed load of lists, searches and single locations, and after it. */
export async function memory(bench: Bench): Promise<Row[]> {
  const { connections, seconds, rounds } = bench.options;
  const { origin, pid } = await bench.server();
  const floor = await bench.floor();
  const requests = mixed(await bench.world());
  bench.say('memory: a mixed load');
  const load = { connections, seconds: seconds * rounds };
  const underLoad = await highest(pid, sendLoad({ ...load, origin, requests }));
  const bare = await highest(
    floor.pid,
    sendLoad({ ...load, origin: floor.origin, requests: [{ method: 'GET', path: '/' }] }),
  );
  await delay(settling);
  const row = (number: string, ours: number, floored: number): Row => ({
    number,
    ours: megabytes(ours),
    floor: `${megabytes(floored)} bare server`,
    ratio: ratio(ours / floored),
    design: '200 MB',
  });
  return [
    row('memory under load', underLoad, bare),
    row('memory idle afterwards', await resident(pid), await resident(floor.pid)),
  ];
}

const mixed = ({ locationIds, places }: World): LoadRequest[] =>
  locationIds.flatMap((id, at): LoadRequest[] => [
    { method: 'GET', path: `/api/locations/${id}` },
    { method: 'GET', path: `/api/locations?search=${fragmentOf(places[at])}&limit=50` },
    { method: 'GET', path: `/api/locations?limit=${1 + (at % 500)}` },
  ]);

const fragmentOf = (place: PlaceTexts | undefined): string =>
  encodeURIComponent(place?.description.slice(2, 12) ?? 'light');

async function highest(pid: number, meanwhile: Promise<unknown>): Promise<number> {
  const looking = new AbortController();
  const done = meanwhile.finally(() => looking.abort());
  // A failure is thrown at the end, once the last sample is taken.
  done.catch(() => undefined);
  let most = 0;
  while (!looking.signal.aborted) {
    most = Math.max(most, await resident(pid));
    await delay(betweenLooks);
  }
  await done;
  return most;
}

/** Milliseconds between two samples. */
const between = 1000;

/** Memory under a mixed load of half the highest rate, for a long time. */
export async function soak(bench: Bench): Promise<Row[]> {
  const { connections, 'soak-seconds': seconds } = bench.options;
  const { origin, pid } = await bench.server();
  const load = { origin, connections, requests: mixed(await bench.world()) };
  bench.say('soak: the highest rate');
  const top = await sendLoad({ ...load, seconds: 10 });
  bench.say(`soak: ${seconds} s at half of ${Math.round(top.perSecond)} requests/s`);
  // Each connection rests after a response for as long as one takes on average.
  const pause = Math.max(1, Math.round((connections / top.perSecond) * 1000));
  const samples: number[] = [];
  const stop = new AbortController();
  const sent = sendLoad({ ...load, seconds, pause }).finally(() => stop.abort());
  while (!stop.signal.aborted) {
    await delay(between);
    samples.push(await resident(pid));
  }
  const result = await sent;
  const third = Math.ceil(samples.length / 3);
  const [first, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map(median);
  return [
    {
      number: `memory over ${seconds} s at ${Math.round(result.perSecond)} requests/s`,
      ours: `${megabytes(first ?? NaN)} in the middle third, ${megabytes(last ?? NaN)} in the last, at most ${megabytes(Math.max(...samples))}`,
      ratio: ratio((last ?? NaN) / (first ?? NaN)),
      design: '200 MB, flat',
    },
  ];
}
