import { ms, ratio, type Row } from './report.ts';
import { median, percentile } from './statistics.ts';

const questions = 300;
const warmUps = 10;

/** Milliseconds of each query, and of the processor for it. */
export interface Times {
  readonly all: readonly number[];
  readonly cpu: readonly number[];
}

/** Measured after some warm-up queries. */
export async function timesOf(question: () => Promise<unknown>): Promise<Times> {
  const all: number[] = [];
  const cpu: number[] = [];
  for (let round = -warmUps; round < questions; round += 1) {
    const before = process.cpuUsage();
    const started = performance.now();
    await question();
    if (round < 0) continue;
    all.push(performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  return { all, cpu };
}

/** `floor`: reading the documents of a page by their ids. */
export const rowOfTimes = (number: string, ours: Times, floor: Times, design: string): Row => ({
  number,
  ours: `p50 ${ms(median(ours.all))}, p99 ${ms(percentile(ours.all, 0.99))}, ${cpuText(ours)}`,
  floor: `p50 ${ms(median(floor.all))}, p99 ${ms(percentile(floor.all, 0.99))} 50 by id`,
  ratio: ratio(median(ours.all) / median(floor.all)),
  design,
});

const cpuText = ({ cpu }: Times): string =>
  `${median(cpu).toFixed(2)} ms of CPU, at most ${Math.max(...cpu).toFixed(1)}`;
