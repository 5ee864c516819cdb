import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import * as z from 'zod/mini';

import { ownFile, run } from '../child.ts';
import { Result } from './result.ts';
import { wrkScript } from './wrk.ts';

const Request = z.object({
  method: z.enum(['GET', 'POST', 'PUT']),
  path: z.string(),
  /** `{n}` in a header or body stands for a number that is another one each time, of twelve digits. */
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
});
export type LoadRequest = z.infer<typeof Request>;

export const Load = z.object({
  /** `http://{address}:{port}` */
  origin: z.string(),
  /** Sent in turn, from the start again when the last one is sent. */
  requests: z.readonly(z.array(Request)),
  connections: z.number(),
  seconds: z.number(),
  /** Milliseconds that each connection rests between two requests; without it the next follows at once. */
  pause: z.optional(z.number()),
});
export type Load = z.infer<typeof Load>;

/** Sends requests from a process of its own. @throws Error when any was not answered with 2xx or 3xx */
export type SendLoad = (load: Load) => Promise<Result>;

export interface LoadTool {
  readonly name: string;
  readonly send: SendLoad;
}

/** wrk where it is installed, else (and always for loads with pauses) a client of our own. */
export async function chooseLoadTool(): Promise<LoadTool> {
  const hasWrk = await run('wrk', ['-v']).then(
    () => true,
    // wrk -v shows its version and fails; a program that is missing has no exit code at all.
    (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'ENOENT'),
  );
  const send: SendLoad = async (load) => {
    const result = hasWrk && load.pause === undefined ? await sendByWrk(load) : await sendByClient(load);
    if (result.failed > 0) {
      throw new Error(`${result.failed} of ${result.answered} requests to ${load.origin} failed`);
    }
    return result;
  };
  return { name: hasWrk ? 'wrk' : 'an own client on node:net (wrk is not installed)', send };
}

async function sendByWrk(load: Load): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightfall-wrk-'));
  try {
    const script = await wrkScript(folder, load.requests);
    const { connections, seconds, origin } = load;
    const output = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, origin]);
    return Result.parse(JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? 'null'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const sendByClient = async (load: Load): Promise<Result> =>
  Result.parse(JSON.parse(await run(process.execPath, [ownFile(), 'client'], JSON.stringify(load))));
