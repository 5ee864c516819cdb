import { setTimeout as delay } from 'node:timers/promises';

import type { Bench } from '../bench.ts';
import { resident } from '../process.ts';
import { megabytes, ratio, type Row } from '../report.ts';
import { median } from '../statistics.ts';
import { mixed } from './memory.ts';

/** Milliseconds between two samples. */
const between = 1000;

/** Memory under a mixed load of half the highest rate, for a long time. */
export async function soak(bench: Bench): Promise<Row[]> {
  const { connections, soakSeconds: seconds } = bench.options;
  const { origin, pid } = await bench.server();
  const load = { origin, connections, requests: mixed(await bench.world()) };
  bench.say('soak: the highest rate');
  const top = await bench.tool.send({ ...load, seconds: 10 });
  bench.say(`soak: ${seconds} s at half of ${Math.round(top.perSecond)} requests/s`);
  // Each connection rests after an answer for as long as one takes on average.
  const pause = Math.max(1, Math.round((connections / top.perSecond) * 1000));
  const samples: number[] = [];
  const stop = new AbortController();
  const sent = bench.tool.send({ ...load, seconds, pause }).finally(() => stop.abort());
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
      floor: '',
      ratio: ratio((last ?? NaN) / (first ?? NaN)),
      design: '200 MB, flat',
    },
  ];
}
