import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The memory of a process and its descendants, from /proc; Linux only. */
export interface MemoryWatch extends AsyncDisposable {
  /** Bytes resident now. */
  now(): Promise<number>;
  /** The highest value so far, in bytes. */
  peak(): number;
}

/** Milliseconds between two samples. */
const sampleEvery = 20;
const pageSize = 4096; // bytes

/** Watches the memory of a process tree until disposed of. */
export function watchMemory(pid: number): MemoryWatch {
  const stop = new AbortController();
  let peak = 0;
  const look = async (): Promise<number> => {
    const bytes = await residentOf(pid);
    peak = Math.max(peak, bytes);
    return bytes;
  };
  const looking = (async () => {
    while (!stop.signal.aborted) {
      await look();
      await delay(sampleEvery);
    }
  })();
  return {
    now: look,
    peak: () => peak,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await looking;
    },
  };
}

/** Each thread of a process lists the children that it started. A process that has just ended counts as 0. */
async function residentOf(pid: number): Promise<number> {
  const folder = `/proc/${pid}`;
  try {
    const [, pages = '0'] = (await readFile(`${folder}/statm`, 'utf8')).split(' ');
    const threads = await readdir(`${folder}/task`);
    const lists = threads.map((thread) =>
      readFile(`${folder}/task/${thread}/children`, 'utf8').catch(() => ''),
    );
    const children = (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number);
    const theirs = await Promise.all(children.map(residentOf));
    return Number(pages) * pageSize + theirs.reduce((sum, bytes) => sum + bytes, 0);
  } catch {
    return 0;
  }
}

export const inMegabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
