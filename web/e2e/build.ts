import { execFileSync } from 'node:child_process';

/**
 * Runs once before all browser tests: builds outdated parts, as `npm start` does.
 * @throws Error with its output
 */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], {
    cwd: new URL('../..', import.meta.url),
    // The test runner's own NODE_ENV would cause a development build, half as large again.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
