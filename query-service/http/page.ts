import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import sirv from 'sirv';
import type { Middleware } from 'koa';

import { Refusal } from '#contracts/errors';
import { firstReads } from '#contracts/first-reads';

import { readyAnswer } from '../ready-answer.ts';
import type { Reads } from '../reads.ts';
import type { RequestState } from './context.ts';
import { pageHeaders, pagePolicy } from './headers.ts';
import { previewAt, withPreview, type Preview } from './preview.ts';

type Context = Parameters<Middleware<RequestState>>[0];

interface DrawnScreen {
  readonly file: string;
  readonly reads: readonly string[];
}

/** Screens that the build has drawn ahead (scripts/web-build.mjs), and what they will ask for. */
function drawnScreenAt(path: string): DrawnScreen | undefined {
  if (path === '/') return { file: '/screens/home.html', reads: firstReads.home() };
  if (path === '/landing') return { file: '/screens/landing.html', reads: firstReads.landing() };
  const [, cityId] = /^\/city\/([\w-]+)$/.exec(path) ?? [];
  if (cityId !== undefined) return { file: '/screens/city.html', reads: firstReads.city(cityId) };
  return undefined;
}

/**
 * The built web client: its files by name, its page for every other path that a browser opens. Assets carry a hash
 * in their names and are kept for a year; a missing file is 404, never the page. The page of a public city or location
 * comes with its name in it.
 * `folder`: where the build is. `onError`: told why a name is missing. @throws Refusal `not-found`, `method-not-allowed`
 */
export function page({
  folder,
  publicOrigin,
  reads,
  onError,
}: {
  readonly folder: string;
  readonly publicOrigin: string;
  readonly reads: Reads;
  readonly onError: (error: Error) => void;
}): Middleware<RequestState> {
  const files = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (res, path) => {
      const isHashed = path.startsWith('/assets/');
      res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const policy = pagePolicy(publicOrigin, scriptsIn(join(folder, 'index.html')));

  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new Refusal('method-not-allowed');
    }
    ctx.set({ ...pageHeaders, 'Content-Security-Policy': policy });
    const isFile = ctx.path.startsWith('/assets/') || /\.\w+$/.test(ctx.path);
    if (isFile && !ctx.path.startsWith('/screens/') && (await send(ctx, ctx.path))) return;
    const isPage = !isFile && ctx.accepts('html') !== false;
    // A search, a filter or an open location shows another first moment.
    const drawn = isPage && ctx.querystring === '' ? drawnScreenAt(ctx.path) : undefined;
    if (drawn !== undefined) ctx.set('Link', drawn.reads.map(announced).join(', '));
    const preview = isPage ? await previewOf(ctx.path) : null;
    if (preview !== null && (await sendNamed(ctx, drawn?.file ?? '/index.html', preview))) return;
    if (drawn !== undefined && (await send(ctx, drawn.file))) return;
    if (isPage && (await send(ctx, '/'))) return;
    throw new Refusal('not-found');
  };

  /** Null also where the store does not answer: the page itself needs none. */
  async function previewOf(path: string): Promise<Preview | null> {
    try {
      return await previewAt(reads, path);
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }

  /** True once that file is sent with the preview in it; false when there is none. */
  async function sendNamed(ctx: Context, file: string, preview: Preview): Promise<boolean> {
    if (!existsSync(join(folder, file))) return false;
    const html = await readFile(join(folder, file), 'utf8');
    const { path } = ctx;
    const named = readyAnswer({
      body: withPreview(html, preview, { origin: publicOrigin, path }),
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
    });
    ctx.respond = false;
    await named.send(ctx.req, ctx.res, { Vary: 'Accept-Encoding' });
    return true;
  }

  /** True once the file of that path is sent; false when there is none. */
  async function send(ctx: Context, path: string): Promise<boolean> {
    const { req, res } = ctx;
    const { url } = req;
    req.url = path;
    const status = res.statusCode;
    const sent = await new Promise<boolean>((resolve) => {
      res.statusCode = 200;
      const onClose = () => resolve(true);
      res.once('close', onClose);
      // A build that is being replaced under a running server loses files that were there when it started.
      res.once('pipe', (file) => file.once('error', () => res.destroy()));
      files(req, res, () => {
        res.off('close', onClose);
        resolve(false);
      });
    });
    if (url !== undefined) req.url = url;
    if (sent) ctx.respond = false;
    else res.statusCode = status;
    return sent;
  }
}

/** As the client will fetch it, or the browser would ask twice (web/src/app/wire.ts). */
const announced = (url: string): string => `<${url}>; rel=preload; as=fetch; crossorigin=use-credentials`;

/** The texts of the scripts that stand in a page; none where it has not been built yet. */
function scriptsIn(file: string): string[] {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text);
}
