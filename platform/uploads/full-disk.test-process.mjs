// For the tests: receives a body whose last part does not fit on the disk, and reports the result.
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { runnerImport } from 'vite';

const source = fileURLToPath(new URL('./spool.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const { module } = await runnerImport(source, { root, configFile: false, logLevel: 'error' });

const body = new PassThrough();
for (let part = 0; part < 5; part += 1) body.write(Buffer.alloc(60_000));
body.end();
const { signal } = new AbortController();
const options = { folder: process.argv[2], most: 1_000_000, onBytes: () => undefined, signal };
let outcome;
try {
  const spooled = await module.spool(body, options);
  outcome = `${(await spooled.read()).length} bytes`;
} catch (error) {
  outcome = error instanceof Error && 'code' in error ? error.code : 'not a refusal';
}
process.stdout.write(String(outcome));
