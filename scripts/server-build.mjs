import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** What can be run, by its name in dist/. */
const entries = {
  start: 'start.ts',
  command: 'command-service/main.ts',
  projections: 'projections/main.ts',
  query: 'query-service/main.ts',
  export: 'command-service/cli/export.ts',
  import: 'command-service/cli/import.ts',
  replay: 'projections/cli/replay.ts',
  audit: 'projections/cli/audit.ts',
  bench: 'bench/main.ts',
};

/**
 * Vite's settings for the server: plain JavaScript for Node in dist/, packages left where they are.
 * @returns {import('vite').InlineConfig}
 */
export function serverBuild() {
  /** @type {Record<string, string>} */
  const input = {};
  for (const [name, file] of Object.entries(entries)) {
    if (existsSync(path.join(root, file))) input[name] = path.join(root, file);
  }
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [besideBundle('command-service/event-log/embedded-writer.mjs')],
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist',
      emptyOutDir: false,
      sourcemap: true,
      rollupOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  };
}

/**
 * A worker thread starts from a file of its own, beside the bundle.
 * @param {string} file @returns {import('vite').Plugin}
 */
function besideBundle(file) {
  const source = path.join(root, file);
  return {
    name: 'beside-bundle',
    buildStart() {
      this.addWatchFile(source);
    },
    writeBundle: () => copyFile(source, path.join(root, 'dist', path.basename(file))),
  };
}
