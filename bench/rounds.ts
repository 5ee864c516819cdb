import type { Bench } from './bench.ts';
import { createCaller } from './caller.ts';
import { cpuOf } from './child.ts';
import { sendLoad, type Load, type Result } from './load.ts';
import { ms, perSecond, ratio, type Row } from './report.ts';
import { median, medianRatio } from './times.ts';

/** A kind of request to our server, measured against a bare server. */
export interface Variant {
  readonly number: string;
  readonly design?: string;
  /** The requests to send in that round. */
  readonly load: (round: number) => Pick<Load, 'requests'>;
  /** Run before each round. */
  readonly before?: () => Promise<void>;
}

/**
 * Measures variants and a bare server alternately, so that other load on the machine affects all of them alike; returns
 * medians. A short round before the first one, which is not counted, warms both up.
 */
export async function againstFloor(bench: Bench, variants: readonly Variant[]): Promise<Row[]> {
  const { rounds, seconds, connections } = bench.options;
  const ours = await bench.server();
  const floor = await bench.floor();
  const floors: Result[] = [];
  using call = createCaller(ours.origin);
  const results = variants.map((): Measured[] => []);
  for (let round = -1; round < rounds; round += 1) {
    const turn = { connections, seconds: round < 0 ? 1 : seconds };
    const bare = await sendLoad({ ...turn, origin: floor.origin, requests: [bareRequest] });
    if (round >= 0) floors.push(bare);
    for (const [at, variant] of variants.entries()) {
      bench.say(`${variant.number}: round ${round + 1} of ${rounds}`);
      await variant.before?.();
      const before = await cpuOf(ours.pid);
      const result = await sendLoad({ ...turn, origin: ours.origin, ...variant.load(round) });
      const after = await cpuOf(ours.pid);
      const cpu = (after - before) / result.responded;
      if (round >= 0) results[at]?.push({ ...result, cpu });
      // Requests that were still in progress when the load ended must not affect the next round.
      await call('/healthz');
    }
  }
  return variants.map((variant, at) => rowOf(variant, results[at] ?? [], floors));
}

const bareRequest = { method: 'GET', path: '/' } as const;

/** `cpu`: milliseconds of all the server's threads for each response. */
type Measured = Result & { readonly cpu: number };

function rowOf({ number, design }: Variant, ours: readonly Measured[], floor: readonly Result[]): Row {
  const rates = (results: readonly Result[]) => results.map(({ perSecond: rate }) => rate);
  return {
    number,
    ours: `${perSecond(median(rates(ours)))}, p99 ${ms(median(ours.map(({ p99 }) => p99)))}, ${median(ours.map(({ cpu }) => cpu)).toFixed(2)} ms of CPU`,
    floor: perSecond(median(rates(floor))),
    ratio: ratio(medianRatio(rates(ours), rates(floor))),
    ...(design !== undefined && { design }),
  };
}
