import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ownFile, run } from '../child.ts';
import { type Load, Result } from './request.ts';
import { wrkScript } from './wrk.ts';

/** How long wrk waits for an answer before it counts it as failed: a disk can stand still for seconds. */
const patience = '30s';

/** Sends requests from a separate process. @throws Error when any was not answered with 2xx or 3xx */
type SendLoad = (load: Load) => Promise<Result>;

export interface LoadTool {
  readonly name: string;
  readonly send: SendLoad;
}

/** Uses wrk where it is installed; otherwise, and for loads with pauses, our own client. */
export async function chooseLoadTool(): Promise<LoadTool> {
  const hasWrk = await run('wrk', ['-v']).then(
    () => true,
    // `wrk -v` prints its version and fails; the error has a code only if the program is missing.
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
    const output = await run('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      patience,
      '-s',
      script,
      origin,
    ]);
    return Result.parse(JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? 'null'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const sendByClient = async (load: Load): Promise<Result> =>
  Result.parse(JSON.parse(await run(process.execPath, [ownFile(), 'client'], JSON.stringify(load))));
