// The web client as the server sends it: Vite's build, compressed, and the module that renders pages (dist/render).
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { build } from 'vite';

import { oneByteSources, root } from './server-build.mjs';

const web = path.join(root, 'web');
const dist = path.join(root, 'dist/web');

/** @type {import('vite').InlineConfig} */
const settings = { configFile: path.join(web, 'vite.config.ts'), root: web, logLevel: 'warn' };

export async function buildWeb() {
  await build(settings);
  // The code that renders pages on the server. It contains its packages, so that each is its production build.
  await build({
    ...settings,
    ssr: { noExternal: true },
    plugins: [oneByteSources],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: 'src/render.tsx',
      outDir: path.join(root, 'dist/render'),
      emptyOutDir: true,
      copyPublicDir: false,
    },
  });
  await finishPage();
  await buildWorker();
  await compressAll();
}

/**
 * The service worker, in one file. It contains the name of the release, so that browsers load each release's worker.
 */
async function buildWorker() {
  const page = await readFile(path.join(dist, 'index.html'));
  const release = createHash('sha256').update(page).digest('hex').slice(0, 16);
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(web, 'src/worker/service-worker.ts'),
        output: {
          format: 'iife',
          entryFileNames: 'service-worker.js',
          postBanner: `// Release ${release}`,
        },
      },
    },
  });
}

/** Puts the styles into the page, and the tags that load code into the template for them. */
async function finishPage() {
  const file = path.join(dist, 'index.html');
  await writeFile(file, withLateCode(await withStyles(await readFile(file, 'utf8'))));
}

/** Puts the styles into the page, so that the first paint waits for nothing else. @param {string} page */
async function withStyles(page) {
  const [link, href] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(page) ?? [];
  if (link === undefined || href === undefined) throw new Error('The page has no stylesheet.');
  const styles = await readFile(path.join(dist, href), 'utf8');
  return page.replace(link, () => `<style>${styles.trim()}</style>`);
}

/** Moves the tags that load code into the template from which the page takes them. @param {string} page */
function withLateCode(page) {
  const tags = page.match(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g) ?? [];
  const rest = tags.reduce((text, tag) => text.replace(tag, ''), page);
  const template = '<template id="code">';
  if (tags.length === 0 || !rest.includes(template)) throw new Error('The page has no place for its code.');
  return rest.replace(template, () => template + tags.join(''));
}

const textFile = /\.(?:m?js|css|svg|json)$/;
const leastBytes = 1024;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Writes `.br` and `.gz` beside every text file, so that the server need not compress them. */
async function compressAll() {
  const entries = await readdir(dist, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && textFile.test(entry.name) && !entry.parentPath.endsWith('.vite'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const source = await readFile(file);
      if (source.length < leastBytes) return;
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      await writeFile(`${file}.br`, await brotli(source, best));
      await writeFile(`${file}.gz`, await zip(source, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
