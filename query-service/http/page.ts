import sirv from 'sirv';
import type { Middleware } from 'koa';

import { Refusal } from '#contracts/errors';

import type { RequestState } from './context.ts';
import { pageHeaders, pagePolicy } from './headers.ts';

/**
 * The built web client: its files by name, its page for every other path that a browser opens. Assets carry a hash
 * in their names and are kept for a year; a missing file is 404, never the page.
 * `folder`: where the build is. @throws Refusal `not-found`, `method-not-allowed`
 */
export function page({
  folder,
  publicOrigin,
}: {
  readonly folder: string;
  readonly publicOrigin: string;
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
  const policy = pagePolicy(publicOrigin);

  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new Refusal('method-not-allowed');
    }
    ctx.set({ ...pageHeaders, 'Content-Security-Policy': policy });
    if (await send(ctx, ctx.path)) return;
    const isFile = ctx.path.startsWith('/assets/') || /\.\w+$/.test(ctx.path);
    if (!isFile && ctx.accepts('html') !== false && (await send(ctx, '/'))) return;
    throw new Refusal('not-found');
  };

  /** True once the file of that path is sent; false when there is none. */
  async function send(ctx: Parameters<Middleware<RequestState>>[0], path: string): Promise<boolean> {
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
