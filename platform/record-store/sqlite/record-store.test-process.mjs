/* global AbortController */
// A second process on the same records, for the tests. Reads one call per line, and answers each with one line.
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { runnerImport } from 'vite';

const source = fileURLToPath(new URL('./record-store.ts', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const { module } = await runnerImport(source, { root, configFile: false, logLevel: 'error' });
const store = await module.openEmbeddedRecordStore({ path: process.argv[2] });
const { signal } = new AbortController();

/** @param {unknown} message */
const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
tell('open');
for await (const line of createInterface({ input: process.stdin })) {
  const [part, name, ...values] = JSON.parse(line);
  const result = part === 'lease' ? await store.lease(name, signal) : await store[part][name](...values);
  tell(part === 'lease' ? 'held' : (result ?? null));
}
