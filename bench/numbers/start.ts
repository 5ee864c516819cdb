import type { Bench } from '../bench.ts';
import { startFloor } from '../floor.ts';
import { createCaller, succeed } from '../caller.ts';
import { ms, ratio, type Row } from '../report.ts';
import { startServer } from '../server.ts';
import { median, medianRatio } from '../times.ts';

const starts = 5;

/** From starting the process to its first response, with the seeded log and its read models caught up. */
export async function start(bench: Bench): Promise<Row[]> {
  const { dataDir, events } = await bench.world();
  // The very first start fills the read models.
  await bench.server();
  await bench.stopServer();
  const ours: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    bench.say(`start: round ${round + 1} of ${starts}`);
    floors.push(await timeFloor());
    await using server = await startServer(dataDir);
    ours.push(server.firstResponse);
  }
  return [
    {
      number: `start, ${events} events in the log`,
      ours: ms(median(ours)),
      floor: `${ms(median(floors))} bare server`,
      ratio: ratio(medianRatio(ours, floors)),
      design: '500 ms',
    },
  ];
}

async function timeFloor(): Promise<number> {
  const started = performance.now();
  await using floor = await startFloor();
  using call = createCaller(floor.origin);
  await succeed(call('/'));
  return performance.now() - started;
}
