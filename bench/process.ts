import { readdir, readFile } from 'node:fs/promises';

import { run } from './child.ts';

/** Milliseconds of processor time that all threads of a process have used; undefined where there is no /proc. */
export async function cpuOf(pid: number): Promise<number | undefined> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  if (threads.length === 0) return undefined;
  const times = await Promise.all(
    // A thread may have ended since.
    threads.map((thread) => readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '0')),
  );
  return times.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]) / 1e6, 0);
}

/** Bytes of resident memory, from /proc or otherwise from ps. */
export async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes =
    /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? (await run('ps', ['-o', 'rss=', '-p', String(pid)]));
  return Number(kilobytes) * 1024;
}
