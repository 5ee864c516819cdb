// `npm run fuzz`: runs the fuzzer.
import { fileURLToPath } from 'node:url';

import { build, importSource } from './run-source.mjs';

await build();
const { main } = await importSource(fileURLToPath(new URL('../test/fuzz/main.ts', import.meta.url)));
// The tests' own MongoDB server, if it was started, would keep the process running.
process.exit(await main(process.argv.slice(2)));
