import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { LoadRequest } from './request.ts';

/**
 * Writes a script for wrk that sends the requests in turn and prints the result as one line of JSON; returns its
 * path.
 */
export async function wrkScript(folder: string, requests: readonly LoadRequest[]): Promise<string> {
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
    'RESULT {"answered":%d,"failed":%d,"perSecond":%f,"p50":%f,"p99":%f}\\n',
    summary.requests, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`;
