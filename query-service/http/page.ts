import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import sirv from 'sirv';
import type { Middleware } from 'koa';

import { asError } from '#contracts/as-error';
import { Refusal } from '#contracts/errors';
import { firstReads } from '#contracts/first-reads';

import { readyAnswer } from '../ready-answer.ts';
import type { QueryContext } from '../query-context.ts';
import type { RequestState } from './context.ts';
import { pageHeaders, pagePolicy } from './headers.ts';
import { previewAt, withPreview, type Preview } from './preview.ts';

type Context = Parameters<Middleware<RequestState>>[0];

interface DrawnScreen {
  readonly file: string;
  readonly reads: readonly string[];
}

/** The screens that the build has prerendered (scripts/web-build.mjs), and the reads that they will make. */
function drawnScreenAt(path: string): DrawnScreen | undefined {
  if (path === '/') return { file: '/screens/home.html', reads: firstReads.home() };
  if (path === '/landing') return { file: '/screens/landing.html', reads: firstReads.landing() };
  const [, cityId] = /^\/city\/([\w-]+)$/.exec(path) ?? [];
  if (cityId !== undefined) return { file: '/screens/city.html', reads: firstReads.city(cityId) };
  return undefined;
}

/** Where the links of mails lead. */
const linkPages: ReadonlySet<string> = new Set(['/reset-password', '/confirm-email']);

/**
 * Serves the built web client: files by name, and the page for every other path that a browser opens. Assets carry a
 * hash in their names and are cached for a year; a missing file is 404, never the page. The page of a public city or
 * location contains its name. `folder`: the build. `onError`: called with the reason why a name is missing.
 * @throws Refusal `not-found`, `method-not-allowed`
 */
export function page({
  folder,
  publicOrigin,
  context,
  onError,
}: {
  readonly folder: string;
  readonly publicOrigin: string;
  readonly context: QueryContext;
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
    // Their addresses hold a secret until the page has taken it out.
    if (linkPages.has(ctx.path)) ctx.set('Referrer-Policy', 'no-referrer');
    const isFile = ctx.path.startsWith('/assets/') || /\.\w+$/.test(ctx.path);
    if (isFile && !ctx.path.startsWith('/screens/') && (await send(ctx, ctx.path))) return;
    const isPage = !isFile && ctx.accepts('html') !== false;
    // A search, a filter or an open location starts with another screen.
    const drawn = isPage && ctx.querystring === '' ? drawnScreenAt(ctx.path) : undefined;
    if (drawn !== undefined) ctx.set('Link', drawn.reads.map(announced).join(', '));
    const preview = isPage ? await previewOf(ctx.path) : null;
    if (preview !== null && (await sendNamed(ctx, drawn?.file ?? '/index.html', preview))) return;
    if (drawn !== undefined && (await send(ctx, drawn.file))) return;
    if (isPage && (await send(ctx, '/'))) return;
    throw new Refusal('not-found');
  };

  /** Null also when the store does not answer: the page works without a preview. */
  async function previewOf(path: string): Promise<Preview | null> {
    try {
      return await previewAt(context, path);
    } catch (error) {
      onError(asError(error));
      return null;
    }
  }

  /** Returns true when the file was sent with the preview in it; false when it does not exist. */
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

  /** Returns true when the file of that path was sent; false when there is none. */
  async function send(ctx: Context, path: string): Promise<boolean> {
    const { req, res } = ctx;
    const { url } = req;
    req.url = path;
    const status = res.statusCode;
    const sent = await new Promise<boolean>((resolve) => {
      res.statusCode = 200;
      const onClose = () => resolve(true);
      res.once('close', onClose);
      // A build that is replaced while the server runs removes files that existed at the start.
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

/** Exactly as the client fetches it; otherwise the browser would fetch twice (web/src/app/wire.ts). */
const announced = (url: string): string => `<${url}>; rel=preload; as=fetch; crossorigin=use-credentials`;

/** The inline scripts of a page; none when it has not been built yet. */
function scriptsIn(file: string): string[] {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text);
}
