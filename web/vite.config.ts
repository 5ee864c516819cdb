import path from 'node:path';
import { fileURLToPath } from 'node:url';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { pathOf } from '../contracts/screens.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
/** The server that `npm run dev` starts with the same variables. */
const server = `http://127.0.0.1:${process.env['PORT'] || 3000}`;

/** The package's exports name only its development build, whose warnings the page would have to load. */
const routerBuild = (file: string) =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}`, import.meta.url));

/** Few requests for a first screen instead of thirty: what every page runs or shows, home's own, and what others share. */
const chunks = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  // Three pages show this icon.
  { name: 'pencil', test: /icons[\\/]pencil\.mjs$/, priority: 1 },
  { name: 'home-page', test: /[\\/]app[\\/]home[\\/]home-page\.tsx$/ },
  // The pages of a city and of a place load it.
  {
    name: 'own-parts',
    test: /icons[\\/]trash(?:-2)?\.mjs$|[\\/](?:report-button|own-contribution|submissions-api)\.tsx?$/,
    priority: 1,
  },
  // Home, a city and other pages with lists of places load it; the page of a place does not.
  {
    name: 'lists',
    test: /[\\/](?:locations-asked|place-filters|light-picker|use-search|numbered-pages|listed|beyond-list|location-grid)\.tsx?$/,
    priority: 1,
  },
  // Everything that shows the light of a day loads it.
  {
    name: 'light',
    test: /[\\/](?:light-api|light-words|use-is-today|use-now|date-text|coordinates-text)\.ts$/,
    priority: 1,
  },
  // Pages that response "not found" when what they show is missing load it.
  { name: 'not-found-page', test: /icons[\\/]arrow-left\.mjs$|[\\/]not-found-page\.tsx$/, priority: 1 },
  // The page of a place and the dialogs that open on it load it.
  { name: 'dialog', test: /[\\/]ui[\\/]dialog\.tsx$/, priority: 1 },
  {
    name: 'photo-parts',
    test: /icons[\\/](?:minimize-2|map-pin)\.mjs$|[\\/]photo[\\/](?:api|turns|details-text|licence)\.tsx?$|[\\/]opinion[\\/]api\.ts$|[\\/](?:about-api|copy-text)\.ts$/,
    priority: 1,
  },
];

/** Vite's code that loads what a part needs beside itself, which is nothing (see `modulePreload`): it only loads the part. */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** The components of icons are our own, the icons lucide's. */
const plainIcons: Plugin = {
  name: 'plain-icons',
  apply: 'build',
  load: (id) =>
    id.endsWith('lucide-react/dist/esm/createLucideIcon.mjs')
      ? `export { createIcon as default } from ${JSON.stringify(path.join(root, 'src/ui/create-icon.ts'))};`
      : undefined,
};

/**
 * What nobody uses of the router is left out: components, which their names for developer tools would keep, and the
 * code by which a link loads its page ahead.
 */
const plainRouter: Plugin = {
  name: 'plain-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production/ },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/(?<= = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/g, '/* @__PURE__ */ ')
        .replace(
          /let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\([^)]*\);/,
          'const shouldPrefetch = false, prefetchRef = null, prefetchHandlers = {};',
        ),
      map: null,
    }),
  },
};

/**
 * Removes the socket's two transports that the client does not use (`lib/live.ts`). Their modules run code when they
 * are loaded, so the bundler would keep them.
 */
const plainSocket: Plugin = {
  name: 'plain-socket',
  apply: 'build',
  load: (id) =>
    id.endsWith('engine.io-client/build/esm/transports/index.js')
      ? `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };`
      : undefined,
  transform: {
    filter: { id: /engine\.io-client[\\/]build[\\/]esm[\\/]transports/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: false }),
  },
};

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), plainImports, plainIcons, plainRouter, plainSocket],
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: routerBuild('index.mjs') },
      { find: /^react-router\/dom$/, replacement: routerBuild('dom-export.mjs') },
    ],
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The map's library, which only a map loads, is one file of 1 MB.
    chunkSizeWarningLimit: 1500,
    // Drawn pictures stay files: inlined into the script they would be paid for before the first paint.
    assetsInlineLimit: 0,
    // The page holds all styles itself, and its browsers know of modules to load ahead. What a part that is loaded
    // later needs beside itself it names itself: a table of all that would be paid for before the first paint.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps, { hostType }) =>
        hostType === 'html' ? deps.filter((file) => !file.endsWith('.css')) : [],
    },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    // The contracts and the fonts lie beside this folder.
    fs: { allow: ['..'] },
    proxy: {
      '/api': server,
      '/auth': { target: server, bypass: (request) => (isPage(request.url) ? '/index.html' : undefined) },
      '/photos': server,
      '/pictures': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});

/** The sign-in return page lies below /auth but is the web client's. */
const isPage = (url: string | undefined): boolean => url?.startsWith(pathOf('signInCallback')) ?? false;
