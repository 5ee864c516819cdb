// `npm run fuzz`: runs the fuzzer from its TypeScript sources, against the server as it is built.
import { fileURLToPath } from 'node:url';

import { runnerImport } from 'vite';

import { root } from './server-build.mjs';

process.argv.push('--if-stale');
await import('./build.mjs');
process.argv.pop();

const file = fileURLToPath(new URL('../test/fuzz/main.ts', import.meta.url));
// What Node 20 does not know yet (`using`) is written out for it.
const { module } = await runnerImport(file, {
  root,
  configFile: false,
  logLevel: 'warn',
  oxc: { target: 'node20' },
});
// The tests' own MongoDB server, where it was asked for, would go on.
process.exit(await module.main(process.argv.slice(2)));
