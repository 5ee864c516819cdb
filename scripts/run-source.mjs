// Runs a TypeScript source of the tests against the built server.
import { runnerImport } from 'vite';

import { readModelVersions } from './read-model-versions.mjs';
import { root } from './server-build.mjs';

/** Builds what is stale. */
export async function build() {
  process.argv.push('--if-stale');
  await import('./build.mjs');
  process.argv.pop();
}

/**
 * Imports a module from its TypeScript source. Syntax that Node 20 does not support (`using`) is compiled.
 * @param {string} file @returns {Promise<any>}
 */
export async function importSource(file) {
  const { module } = await runnerImport(file, {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [readModelVersions()],
    oxc: { target: 'node20' },
  });
  return module;
}
