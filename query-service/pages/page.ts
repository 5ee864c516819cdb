import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import sirv from 'sirv';
import type { Middleware } from 'koa';

import { Refusal } from '#contracts/shared/errors';
import type { RenderPage } from '#contracts/rendered-page';
import { mailedScreens, renderedScreens, screenAt, type ScreenName } from '#contracts/screens';

import { pageHeaders, pagePolicy } from '#platform/http/headers';
import type { RequestState } from '#platform/http/context';
import { encodeResponse } from '#platform/queries/encoded-response';

import type { QueryContext, Serving } from '../query-context.ts';
import { createPageSender } from './page-sender.ts';
import { createRenderedPages } from './rendered-pages.ts';
import { createSitemap } from './sitemap.ts';
import { readTemplate } from './template.ts';

const rendered: ReadonlySet<ScreenName> = new Set(renderedScreens);
const mailed: ReadonlySet<ScreenName> = new Set(mailedScreens);

/** The built web client: files by name. The module that renders its pages is beside it (web/src/render.tsx). */
export interface PagesFolder {
  readonly folder: string;
  /** A sentence for every page. */
  readonly notice?: string;
  /** Places in one part of the sitemap. */
  readonly sitemapPart?: number;
}

export interface PagesDeps extends PagesFolder {
  readonly publicOrigin: string;
  readonly serving: Serving;
  readonly context: QueryContext;
  readonly networkOf: (request: IncomingMessage) => string;
  readonly onError: (error: Error) => void;
}

export interface Pages {
  readonly serve: Middleware<RequestState>;
  /** Loads the code that renders pages; otherwise the first rendered page waits for it. */
  readonly load: () => Promise<void>;
}

/**
 * Serves the web client: files by name, and a page for every other path that a browser opens. Public pages are rendered
 * here; the others are sent empty, and the browser renders them. Assets have a hash in their names and are cached for a
 * year. A missing file is 404, never a page.
 */
export function createPages(deps: PagesDeps): Pages {
  const { folder, publicOrigin, context } = deps;
  const renderer = join(folder, '../render/render.js');
  if (!existsSync(join(folder, 'index.html'))) return { serve: withoutBuild, load: async () => undefined };
  const template = readTemplate(folder, deps.notice);
  // The cast: the module is built from web/src/render.tsx.
  const renderModule = async () =>
    (await import(pathToFileURL(renderer).href)) as { readonly renderPage: RenderPage };
  const render: RenderPage = async (page) => (await renderModule()).renderPage(page);
  const files = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (res, path) => {
      const isHashed = path.startsWith('/assets/');
      res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // sirv does not know this type.
      if (path.endsWith('.ico')) res.setHeader('Content-Type', 'image/x-icon');
    },
  });
  const { foreignPictures, map } = context.about;
  const scripts = [...template.empty.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text);
  const headers = {
    ...pageHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy({
      publicOrigin,
      scripts,
      foreignPictures,
      mapStyle: map.styleUrl,
    }),
    'Cache-Control': 'public, no-cache',
    Vary: 'Accept-Encoding',
  };
  const send = createPageSender(deps.serving);
  const sendForCrawlers = createSitemap({ ...deps, send });
  const sendRendered = createRenderedPages({ ...deps, send, template, render, headers });
  const empty = encodeResponse({ body: Buffer.from(template.empty), headers });

  const serve: Middleware<RequestState> = async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new Refusal('method-not-allowed');
    }
    const sent = sendForCrawlers(ctx);
    if (sent !== undefined) return sent;
    if (ctx.path.startsWith('/assets/') || /\.\w+$/.test(ctx.path)) {
      ctx.set({ ...pageHeaders, 'Content-Security-Policy': headers['Content-Security-Policy'] });
      if (ctx.path !== '/index.html' && (await sendFile(ctx))) return;
      throw new Refusal('not-found');
    }
    if (ctx.accepts('html') === false) throw new Refusal('not-found');
    const screen = screenAt(ctx.path);
    if (screen === null || rendered.has(screen.name)) return sendRendered(ctx);
    ctx.respond = false;
    // The URLs of these screens contain a secret until the page removes it.
    const secret = mailed.has(screen.name) ? ['Referrer-Policy', 'no-referrer'] : [];
    await empty.send(ctx.req, ctx.res, secret);
  };
  const load = async () => {
    await renderModule();
  };
  return { serve, load };

  /** Sends the file at the request's path. Returns false if there is none. */
  async function sendFile(ctx: Parameters<Middleware<RequestState>>[0]): Promise<boolean> {
    const { req, res } = ctx;
    const { statusCode } = res;
    const sent = await new Promise<boolean>((resolve) => {
      res.statusCode = 200;
      const onClose = () => resolve(true);
      res.once('close', onClose);
      // Replacing the build while the server runs may remove a file that existed at the start.
      res.once('pipe', (file) => file.once('error', () => res.destroy()));
      files(req, res, () => {
        res.off('close', onClose);
        resolve(false);
      });
    });
    if (sent) ctx.respond = false;
    else res.statusCode = statusCode;
    return sent;
  }
}

/** A server without a built client has no pages. */
const withoutBuild: Middleware<RequestState> = async () => {
  throw new Refusal('not-found');
};
