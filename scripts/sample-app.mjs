/* global fetch */
// The application with the sample places in a temporary folder, for screenshots and measurements.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '..');
const password = 'a-password-for-tests';

/** Builds what is stale and starts it; ready when this returns. @param {number} port */
export async function startSample(port) {
  await ended(spawn(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' }));
  const data = await mkdtemp(path.join(tmpdir(), 'lightfall-sample-'));
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/start.js'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      DATA_DIR: data,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      ADMIN_PASSWORD: password,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error('The application ended before it was ready.');
    await pause(100);
  }
  return {
    origin,
    password,
    async stop() {
      const end = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await end;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** @param {string} origin */
async function isReady(origin) {
  const response = await fetch(`${origin}/readyz`).catch(() => null);
  return response?.status === 200;
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<void>} */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The build has failed.'))));
  });
}
