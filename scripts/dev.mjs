// `npm run dev`: rebuilds and restarts the server whenever a source changes, and serves the web client with hot
// reload. Signing in with Google, GitHub and Discord leads to a stand-in on this machine, where you can choose who
// you are.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { build, createServer, runnerImport } from 'vite';

import { root, serverBuild } from './server-build.mjs';

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;

async function stop() {
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
}

async function restart() {
  await stop();
  running = spawn(process.execPath, ['--enable-source-maps', path.join(root, 'dist/start.js')], {
    stdio: 'inherit',
    env: { LOG_LEVEL: 'warn', PUBLIC_ORIGIN: appOrigin, ...identityProvider.environment, ...process.env },
  });
}

const web = await createServer({
  configFile: path.join(root, 'web/vite.config.ts'),
  root: path.join(root, 'web'),
});
await web.listen();

const appOrigin = new URL(web.resolvedUrls?.local[0] ?? 'http://localhost:5173').origin;
/** @type {{ module: typeof import('../test/identity-provider/dev.ts') }} */
const { module } = await runnerImport(path.join(root, 'test/identity-provider/dev.ts'), {
  root,
  configFile: false,
});
const identityProvider = await module.startDevIdentityProvider(appOrigin, process.env);

// The server expects this folder for the built pages, which a fresh clone does not have and development does not
// need.
await mkdir(path.join(root, 'dist/web'), { recursive: true });
const settings = serverBuild();
const watcher = /** @type {import('rolldown').RolldownWatcher} */ (
  await build({ ...settings, build: { ...settings.build, watch: {} } })
);
let last = Promise.resolve();
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(event.error.message);
  if (event.code === 'END') last = last.then(restart);
});

web.printUrls();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void end());
}

async function end() {
  await Promise.all([stop(), web.close(), watcher.close(), identityProvider[Symbol.asyncDispose]()]);
  process.exit(0);
}
