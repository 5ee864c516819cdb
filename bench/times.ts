import { ms, ratio, type Row } from './report.ts';

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
    const started = performance.now();
    const spent = await ownCpu(question);
    if (round < 0) continue;
    all.push(performance.now() - started);
    cpu.push(spent);
  }
  return { all, cpu };
}

/** Milliseconds of this process's processor time for some work. */
export async function ownCpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
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

/** The value that a share (0 to 1) of the values does not exceed. @throws RangeError without values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  const value = sorted[at];
  if (value === undefined) throw new RangeError('A percentile needs at least one value');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The median ratio of values that were measured side by side. */
export const medianRatio = (ours: readonly number[], floor: readonly number[]): number =>
  median(ours.map((value, round) => value / (floor[round] ?? Number.NaN)));
