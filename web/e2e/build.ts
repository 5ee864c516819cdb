import { execFileSync } from 'node:child_process';

/** Once before all tests in a browser: builds what is stale, as `npm start` does. @throws Error with what it printed */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], {
    cwd: new URL('../..', import.meta.url),
    // A test runner's own value would make a build for development of it, half as large again.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
