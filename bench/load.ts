import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import * as z from 'zod/mini';

import { ownFile, run } from './child.ts';

const Request = z.object({
  method: z.enum(['GET', 'POST', 'PUT']),
  path: z.string(),
  /** `{n}` in a header or body is replaced by a different number of twelve digits each time. */
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
});
export type LoadRequest = z.infer<typeof Request>;

export const Load = z.object({
  /** `http://{address}:{port}` */
  origin: z.string(),
  /** Sent in order, again and again. */
  requests: z.readonly(z.array(Request)),
  connections: z.number(),
  seconds: z.number(),
  /** Milliseconds between two requests of a connection; without it the next follows at once. */
  pause: z.optional(z.number()),
});
export type Load = z.infer<typeof Load>;

/** The result of a load: responses in total and per second, failed ones, and latencies in milliseconds. */
export const Result = z.object({
  responded: z.number(),
  failed: z.number(),
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
});
export type Result = z.infer<typeof Result>;

/** How long wrk waits for a response before it counts it as failed: a disk can stall for seconds. */
const patience = '30s';

/** Whether wrk is installed. `wrk -v` prints its version and fails; the error has a code only if it is missing. */
export const hasWrk = (): Promise<boolean> =>
  run('wrk', ['-v']).then(
    () => true,
    (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'ENOENT'),
  );

/**
 * Sends requests from a separate process: with wrk if it is installed; otherwise, and with pauses, with our own client.
 * @throws Error if any request was not answered with 2xx or 3xx
 */
export async function sendLoad(load: Load): Promise<Result> {
  const result =
    load.pause === undefined && (await hasWrk()) ? await sendByWrk(load) : await sendByClient(load);
  if (result.failed > 0)
    throw new Error(`${result.failed} of ${result.responded} requests to ${load.origin} failed`);
  return result;
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

/**
 * Writes a script for wrk that sends the requests in turn and prints the result as one line of JSON; returns its
 * path.
 */
async function wrkScript(folder: string, requests: readonly LoadRequest[]): Promise<string> {
  const file = path.join(folder, 'load.lua');
  const entries = requests.map(
    ({ method, path: target, headers = {}, body }) =>
      `{${lua(method)}, ${lua(target)}, {${luaTable(headers)}}, ${body === undefined ? 'nil' : lua(body)}},`,
  );
  await writeFile(file, `local requests = {\n${entries.join('\n')}\n}\n${program}`);
  return file;
}

// Lua reads JSON's escapes except \u, which plain ASCII does not contain; paths are encoded.
function lua(text: string): string {
  if (!/^[\x20-\x7e\n]*$/.test(text)) throw new Error(`wrk requests must be plain ASCII, not ${text}`);
  return JSON.stringify(text);
}

const luaTable = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `[${lua(name)}] = ${lua(value)}`)
    .join(', ');

const program = `
local ready = {}
local sent = 0

init = function()
  for at, each in ipairs(requests) do
    ready[at] = wrk.format(each[1], each[2], each[3], each[4])
    if string.find(ready[at], '{n}', 1, true) then requests.counted = true end
  end
end

-- The number has twelve digits in place of three: the length is counted with it in place.
local function counted(each)
  local number = string.format('%012d', sent)
  local headers = {}
  for name, value in pairs(each[3]) do headers[name] = string.gsub(value, '{n}', number) end
  return wrk.format(each[1], each[2], headers, each[4] and string.gsub(each[4], '{n}', number) or nil)
end

request = function()
  local at = sent % #ready + 1
  sent = sent + 1
  if requests.counted then return counted(requests[at]) end
  return ready[at]
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"responded":%d,"failed":%d,"perSecond":%f,"p50":%f,"p99":%f}\\n',
    summary.requests, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`;
