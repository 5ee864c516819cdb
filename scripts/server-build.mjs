import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { readModelVersions } from './read-model-versions.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The programs, by their names in dist/. */
const entries = {
  start: 'apps/all-in-one/main.ts',
  command: 'apps/command/main.ts',
  projections: 'apps/projections/main.ts',
  query: 'apps/query/main.ts',
  export: 'apps/transfer/export.ts',
  import: 'apps/transfer/import.ts',
  replay: 'apps/operator/replay.ts',
  'as-of': 'apps/operator/as-of.ts',
  audit: 'apps/operator/audit.ts',
  account: 'apps/operator/account.ts',
  verify: 'apps/operator/verify.ts',
  bench: 'bench/main.ts',
  // The thread that runs the projections.
  projector: 'apps/all-in-one/projector.ts',
  // The thread that writes the embedded log starts from a separate file.
  writer: 'platform/event-log/sqlite/writer.mjs',
};

/**
 * Packages that stay in node_modules: those with native code or their own threads, those that only some installations
 * load, and the optional ones that no installation has. Finding and reading the hundreds of files of all others would
 * take a third of a start.
 */
const notBundled = [
  '@node-rs/argon2',
  'sharp',
  'pino',
  'mongodb',
  '@eventstore/db-client',
  'nodemailer',
  'openid-client',
  'bufferutil',
  'utf-8-validate',
  // Tables, which stay data there: encodings of East Asia, and three versions of all media types.
  'iconv-lite',
  'mime-db',
];

/**
 * V8 keeps the source of running code, with two bytes for each character if any character needs two.
 * @type {import('vite').Plugin}
 */
export const oneByteSources = {
  name: 'one-byte-sources',
  generateBundle(_options, bundle) {
    // By UTF-16 unit, so that a surrogate pair becomes two escapes, which regular expressions also take for one
    // character.
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replaceAll(
          /[^\0-\xff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/**
 * Vite's settings for the server: plain JavaScript for Node in dist/, with most packages in it.
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
    ssr: { noExternal: true, external: notBundled },
    plugins: [
      readModelVersions(),
      oneByteSources,
      besideBundle('command-service/photo/images/picture-process.mjs'),
    ],
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist',
      emptyOutDir: false,
      sourcemap: true,
      rolldownOptions: {
        input,
        // depd, which Koa uses, needs it to give deprecated functions the number of their arguments.
        checks: { eval: false, bundlerTimings: false },
        output: {
          // Node also starts the log's writer from the sources, so it is plain JavaScript everywhere.
          entryFileNames: ({ name }) => (name === 'writer' ? '[name].mjs' : '[name].js'),
          chunkFileNames: '[name]-[hash].js',
          comments: false,
        },
      },
    },
  };
}

/**
 * A worker thread or child process starts from a separate file, copied beside the bundle.
 * @param {string} file @returns {import('vite').Plugin}
 */
function besideBundle(file) {
  const source = path.join(root, file);
  return {
    name: `beside-bundle ${path.basename(file)}`,
    buildStart() {
      this.addWatchFile(source);
    },
    writeBundle: () => copyFile(source, path.join(root, 'dist', path.basename(file))),
  };
}
