import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const server = 'http://127.0.0.1:3000';

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), compressed()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Drawn pictures stay files: inlined into the script they would be paid for before the first paint.
    assetsInlineLimit: 0,
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
const isPage = (url: string | undefined): boolean => url?.startsWith('/auth/callback') ?? false;

const textAsset = /\.(?:js|css|html|svg|json)$/;

/** Writes `.br` and `.gz` beside every text asset, so that the server compresses nothing by itself. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'compressed-assets',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const small = 1024;
        for (const file of Object.values(bundle)) {
          if (!textAsset.test(file.fileName) || file.fileName.startsWith('.vite/')) continue;
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (source.length < small) continue;
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          const [br, gz] = await Promise.all([brotli(source, quality), zip(source, { level: 9 })]);
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gz });
        }
      },
    },
  };
}
