// Builds what `npm start` runs: the server as plain JavaScript in dist/, the web client in dist/web/. With --if-stale,
// builds only parts that are older than their sources. With --check, builds nothing, and exits with 1 if anything is
// stale.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const { engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const oldest = engines.node.replace('>=', '');
const { node } = process.versions;
if (node.localeCompare(oldest, 'en', { numeric: true }) < 0) {
  console.error(`Node ${oldest} or newer is needed; this is ${node}.`);
  process.exit(1);
}

// Always a production build, even when a test runner has set another value.
process.env['NODE_ENV'] = 'production';

const onlyIfStale = process.argv.includes('--if-stale');
const onlyCheck = process.argv.includes('--check');

const shared = ['contracts', 'package-lock.json', 'scripts'];
const server = {
  name: 'server',
  sources: [
    ...shared,
    'apps',
    'command-service',
    'projections',
    'query-service',
    'platform',
    'sample/places',
    'sample/people.ts',
    'bench',
  ],
  build: buildServer,
};
const web = {
  name: 'web',
  sources: [...shared, 'web/src', 'web/public', 'web/index.html', 'web/vite.config.ts'],
  build: async () => (await import('./web-build.mjs')).buildWeb(),
};

/**
 * A digest of names, sizes and times: cheap, and different whenever a source was written.
 * @param {readonly string[]} sources
 */
async function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesOf(path.join(root, source))) {
      const { size, mtimeMs } = await stat(file);
      hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** @param {string} place @returns {Promise<string[]>} */
async function filesOf(place) {
  const info = await stat(place).catch(() => undefined);
  if (info === undefined) return [];
  if (info.isFile()) return [place];
  const entries = await readdir(place, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

async function buildServer() {
  // Loaded here, since an older Node cannot load it, and a start without a build need not.
  const { serverBuild } = await import('./server-build.mjs');
  const { build } = await import('vite');
  const dist = path.join(root, 'dist');
  for (const old of await readdir(dist)) {
    if (/\.js(\.map)?$/.test(old)) await rm(path.join(dist, old));
  }
  await build(serverBuild());
}

await mkdir(path.join(root, 'dist'), { recursive: true });
for (const part of [server, web]) {
  const stamp = path.join(root, 'dist', `.${part.name}-built`);
  const now = await fingerprint(part.sources);
  const isFresh = (await readFile(stamp, 'utf8').catch(() => '')) === now;
  if (onlyCheck && !isFresh) {
    console.error(`dist holds an older build of the ${part.name} than its sources: npm run build`);
    process.exitCode = 1;
  }
  if (onlyCheck || (onlyIfStale && isFresh)) continue;
  const started = performance.now();
  await rm(stamp, { force: true });
  await part.build();
  await writeFile(stamp, now);
  console.log(`built ${part.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
