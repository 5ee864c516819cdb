import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Resident memory of a process in megabytes. */
export async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
}

const ticksPerSecond = 100;

/** CPU milliseconds used by all threads of a process. */
export async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, which may contain anything, ends with the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** Milliseconds between two requests, so that watching is not an attack itself. */
const pause = 10;

/** Requests `/healthz` repeatedly until stopped; returns the milliseconds of each response, the shortest first. */
export function watchHealth(origin: string): { stop(): Promise<readonly number[]> } {
  let isOver = false;
  const run = async () => {
    const times: number[] = [];
    while (!isOver) {
      const started = performance.now();
      await (await fetch(`${origin}/healthz`)).arrayBuffer();
      times.push(performance.now() - started);
      await delay(pause);
    }
    return times.sort((one, other) => one - other);
  };
  const running = run();
  return {
    stop() {
      isOver = true;
      return running;
    },
  };
}
