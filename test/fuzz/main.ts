import { parseArgs } from 'node:util';

import { fuzz, type FuzzReport } from './run.ts';
import { createFuzzWorld, publicOrigin } from './world.ts';

const usage = `npm run fuzz -- [--requests N] [--seed S] [--at-once N] [--slowest MS]

  --requests   how many requests are sent (20000)
  --seed       a whole number; the same one sends the same requests (drawn by lot, and printed)
  --at-once    how many at the same time (8); with 1 the server works in the same order, too
  --slowest    milliseconds that an answer may take (1000)
`;

/** `npm run fuzz`: starts a server, sends random requests, and reports wrong responses. */
export async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const say = (text: string): void => void process.stderr.write(text);
  say(`${options.requests} requests, seed ${options.seed}\n`);
  await using world = await createFuzzWorld();
  const started = performance.now();
  const report = await fuzz({
    ...options,
    origin: world.origin,
    publicOrigin,
    onProgress(sent, { failures }) {
      const seconds = (performance.now() - started) / 1000;
      say(`${sent} sent, ${Math.round(sent / seconds)} a second, ${failures.length} failures\n`);
    },
  });
  process.stdout.write(`${textOf(report)}\n`);
  const faults = world.faults();
  if (faults !== '') process.stdout.write(`The server logged errors:\n${faults}\n`);
  return report.failures.length > 0 || faults !== '' ? 1 : 0;
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { requests: text, seed: text, 'at-once': text, slowest: text };
  const drawn = String(Math.floor(Math.random() * 1e9));
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { requests = '20000', seed = drawn, 'at-once': atOnce = '8', slowest = '1000' } = values;
    const numbers = { requests, seed, atOnce, slowest };
    if (Object.values(numbers).some((value) => !/^\d{1,9}$/.test(value)) || atOnce === '0') return undefined;
    return {
      requests: Number(requests),
      seed: Number(seed),
      atOnce: Number(atOnce),
      slowest: Number(slowest),
    };
  } catch (error) {
    // Node reports an unknown argument with a TypeError.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function textOf({ failures, slowOnce, byStatus, slowest }: FuzzReport): string {
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return [
    ...failures,
    ...slowOnce.map((each) => `slow once, not again: ${each}`),
    `answers: ${statuses.map(([status, count]) => `${count} of ${status}`).join(', ')}`,
    `the slowest took ${Math.round(slowest)} ms`,
    failures.length === 0 ? 'nothing was wrong' : `${failures.length} failures`,
  ].join('\n');
}
