// `npm run attack -- NAME [SIZE]`: runs one of the attacks in test/attacks at its full size, and prints the findings.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, importSource } from './run-source.mjs';

const folder = fileURLToPath(new URL('../test/attacks', import.meta.url));
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.attack.ts'))
  .map((file) => file.slice(0, -'.attack.ts'.length));

const [name, size] = process.argv.slice(2);
if (name === undefined || !names.includes(name) || !/^\d*$/.test(size ?? '')) {
  process.stderr.write(`npm run attack -- NAME [SIZE]\n\n${names.map((each) => `  ${each}\n`).join('')}`);
  process.exit(2);
}
await build();
const { attack } = await importSource(path.join(folder, `${name}.attack.ts`));
/** @type {{ held: boolean, facts: readonly string[] }} */
const { held, facts } = await attack.run(size ? Number(size) : attack.fullSize);
process.stdout.write(
  `${facts.map((fact) => `- ${fact}\n`).join('')}${held ? 'The service held.' : 'The service did not hold.'}\n`,
);
process.exit(held ? 0 : 1);
