// The web client as the server sends it: Vite's build, the public screens prerendered, everything compressed.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { build } from 'vite';

import { root } from './server-build.mjs';

const web = path.join(root, 'web');
const dist = path.join(root, 'dist/web');
const drawing = path.join(root, 'dist/prerender');

/** @type {import('vite').InlineConfig} */
const settings = { configFile: path.join(web, 'vite.config.ts'), root: web, logLevel: 'warn' };

/** The chunk of a screen's code. @param {string} name */
const chunkOf = (name) => (name === 'privacy' || name === 'terms' ? 'own-page' : `${name}-page`);

export async function buildWeb() {
  await build(settings);
  await build({ ...settings, build: { ssr: 'src/prerender.tsx', outDir: drawing, emptyOutDir: true } });
  await drawScreens();
  await rm(drawing, { recursive: true });
  await compressAll();
}

async function drawScreens() {
  /** @type {{ prerender: (path: string) => Promise<string>, prerendered: { name: string, path: string }[] }} */
  const { prerender, prerendered } = await import(
    `${pathToFileURL(path.join(drawing, 'prerender.js')).href}?${Date.now()}`
  );
  /** @type {import('vite').Manifest} */
  const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'));
  const built = await readFile(path.join(dist, 'index.html'), 'utf8');
  const page = withQuietScripts(await withStyles(built));
  await writeFile(path.join(dist, 'index.html'), page);
  await mkdir(path.join(dist, 'screens'));
  for (const { name, path: address } of prerendered) {
    const html = drawnInto(page, await prerender(address), scriptsOf(manifest, chunkOf(name)));
    await writeFile(path.join(dist, 'screens', `${name}.html`), html);
  }
}

/** Puts the styles into the page, so that the first paint waits for nothing else. @param {string} page */
async function withStyles(page) {
  const [link, href] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(page) ?? [];
  if (link === undefined || href === undefined) throw new Error('The page has no stylesheet.');
  const styles = await readFile(path.join(dist, href), 'utf8');
  return page.replace(link, () => `<style>${styles.trim()}</style>`);
}

/** Gives scripts a lower priority than fonts, the picture and the answers. @param {string} html */
const withQuietScripts = (html) =>
  html.replaceAll(/(?<=<script type="module"|rel="modulepreload")/g, ' fetchpriority="low"');

/** @param {string} page @param {string} drawn @param {readonly string[]} scripts */
function drawnInto(page, drawn, [screen, ...imports]) {
  const [title = ''] = /<title>[^<]*<\/title>/.exec(drawn) ?? [];
  const preloads = imports
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const early = withQuietScripts(
    `<script type="module" crossorigin src="/${screen}"></script>${preloads.join('')}`,
  );
  return page
    .replace(/<title>[^<]*<\/title>/, (own) => title || own)
    .replace('</head>', () => `${early}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${drawn.replace(title, '')}</div>`);
}

/** A chunk's file and those that it imports. @param {import('vite').Manifest} manifest @param {string} name */
function scriptsOf(manifest, name) {
  /** @type {Set<string>} */
  const files = new Set();
  /** @param {import('vite').ManifestChunk | undefined} chunk */
  const add = (chunk) => {
    if (chunk === undefined) throw new Error(`There is no ${name} in the build.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(manifest[imported]);
  };
  add(Object.values(manifest).find((chunk) => chunk.name === name));
  return [...files];
}

const textFile = /\.(?:js|css|html|svg|json)$/;
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
