// For the tests: puts a file that is larger than the disk, then a small one, and reports what the store shows.
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { runnerImport } from 'vite';

const source = fileURLToPath(new URL('./photo-store.ts', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const { module } = await runnerImport(source, { root, configFile: false, logLevel: 'error' });

const folder = process.argv[2] ?? '';
const store = await module.openFilePhotoStore({ folder });
let refusal;
try {
  await store.put('originals/large', Buffer.alloc(1_000_000));
} catch (error) {
  refusal = error instanceof Error ? error.name : 'not an error';
}
const visible = await store.has('originals/large');
await store.put('originals/small', Buffer.alloc(10_000));
const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile()).length;
process.stdout.write(JSON.stringify({ refusal, visible, files, small: await store.has('originals/small') }));
