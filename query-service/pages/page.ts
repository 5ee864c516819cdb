import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import sirv from 'sirv';
import type { Middleware } from 'koa';

import { asError } from '#contracts/shared/as-error';
import { Refusal } from '#contracts/shared/errors';
import { initialReads } from '#contracts/initial-reads';
import type { Viewer } from '#contracts/shared/parse';
import { mailedScreens, prerenderedScreens, screenAt, type ScreenAt } from '#contracts/screens';
import { isSearching, searchedIn } from '#contracts/location/search-address';

import { readyAnswer } from '#platform/queries/encoded-answer';
import type { QueryContext } from '../query-context.ts';
import type { RequestState } from '#platform/http/context';
import { pageHeaders, pagePolicy } from '#platform/http/headers';
import { isThereFor, previewOf, withPreview, type Preview } from './preview.ts';

type Context = Parameters<Middleware<RequestState>>[0];

interface Screen {
  /** The prerendered file (scripts/web-build.mjs), or the page without a screen. */
  readonly file: string;
  /** The URLs that the screen will request first. */
  readonly reads: readonly string[];
}

const plainPage = '/index.html';
const notFoundScreen = '/screens/not-found.html';

/** The prerendered file and the first requests of a screen, as far as they are known here. */
function screenFor(at: ScreenAt, querystring: string, viewer: Viewer): Screen {
  // With a search, a filter or an open location, the client starts with a different screen.
  const isPrerendered = querystring === '' && prerendered.has(at.name);
  return {
    file: isPrerendered ? `/screens/${at.name}.html` : plainPage,
    reads: readsOf(at, querystring, viewer),
  };
}

const prerendered: ReadonlySet<string> = new Set(prerenderedScreens);

function readsOf({ name, id }: ScreenAt, querystring: string, viewer: Viewer): readonly string[] {
  const own = (reads: readonly string[]) => (viewer === null ? [] : reads);
  switch (name) {
    case 'home': {
      const searched = searchedIn(new URLSearchParams(querystring));
      return isSearching(searched) ? initialReads.search(searched) : initialReads.home();
    }
    case 'landing':
      return initialReads.landing();
    case 'city':
      return querystring === '' ? initialReads.city(id) : [];
    case 'location':
      return initialReads.location(id);
    case 'favorites':
      return own(initialReads.favorites());
    case 'submissions':
      return own(initialReads.submissions());
    case 'privacy':
    case 'terms':
      return initialReads.ownPage(name);
    default:
      return [];
  }
}

/** Screens whose addresses hold a secret until the client removes it. */
const secret: ReadonlySet<string> = new Set(mailedScreens);

/**
 * Serves the built web client: files by name, and the page for every other path that a browser opens. Assets have a
 * hash in their names and are cached for a year. A missing file is 404, never the page. The page of a public city or
 * location contains its name. `folder`: the build. `onError`: called with the reason when a name could not be read.
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
  const { foreignPictures } = context.about;
  const scripts = scriptsIn(join(folder, 'index.html'));
  const policy = pagePolicy({ publicOrigin, scripts, foreignPictures });

  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new Refusal('method-not-allowed');
    }
    ctx.set({ ...pageHeaders, 'Content-Security-Policy': policy });
    const at = screenAt(ctx.path);
    if (at !== null && secret.has(at.name)) ctx.set('Referrer-Policy', 'no-referrer');
    const isFile = ctx.path.startsWith('/assets/') || /\.\w+$/.test(ctx.path);
    if (isFile && !ctx.path.startsWith('/screens/') && (await send(ctx, ctx.path))) return;
    const isPage = !isFile && ctx.accepts('html') !== false;
    if (!isPage) throw new Refusal('not-found');
    const { viewer } = ctx.state;
    if (at === null) return sendMissing(ctx, notFoundScreen);
    // A path that no link writes gets the page without a screen, and announces nothing.
    const isLinked = at.path === ctx.path && /^[\w-]*$/.test(at.id);
    const { file, reads } = isLinked
      ? screenFor(at, ctx.querystring, viewer)
      : { file: plainPage, reads: [] };
    const preview = await unlessUnavailable(previewOf(context, at), null);
    if (preview === null && !(await unlessUnavailable(isThereFor(context, at, viewer), true)))
      return sendMissing(ctx, file);
    if (reads.length > 0) ctx.set('Link', reads.map(announced).join(', '));
    if (preview !== null && (await sendNamed(ctx, file, preview))) return;
    if ((await send(ctx, file)) || (await send(ctx, plainPage))) return;
    throw new Refusal('not-found');
  };

  /** Gives `otherwise` when the store does not answer, because the page itself works without the store. */
  async function unlessUnavailable<T>(reading: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      onError(asError(error));
      return otherwise;
    }
  }

  /** Sends the page for something that does not exist: the page says so, and the status is 404. */
  async function sendMissing(ctx: Context, file: string): Promise<void> {
    const found = [file, plainPage].map((each) => join(folder, each)).find((each) => existsSync(each));
    if (found === undefined) throw new Refusal('not-found');
    const coding = ctx.acceptsEncodings('br', 'gzip', 'identity');
    const ending = { br: '.br', gzip: '.gz' }[String(coding)] ?? '';
    const packed = existsSync(found + ending) ? ending : '';
    ctx.status = 404;
    ctx.set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    if (packed !== '') ctx.set('Content-Encoding', coding === 'br' ? 'br' : 'gzip');
    ctx.type = 'html';
    ctx.body = await readFile(found + packed);
  }

  /** Sends the file with the preview in it. Returns false when the file does not exist. */
  async function sendNamed(ctx: Context, file: string, preview: Preview): Promise<boolean> {
    if (!existsSync(join(folder, file))) return false;
    const html = await readFile(join(folder, file), 'utf8');
    const { path } = ctx;
    const named = readyAnswer({
      body: Buffer.from(withPreview(html, preview, { origin: publicOrigin, path })),
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
    });
    ctx.respond = false;
    await named.send(ctx.req, ctx.res, { Vary: 'Accept-Encoding' });
    return true;
  }

  /** Sends the file at that path. Returns false when there is none. */
  async function send(ctx: Context, path: string): Promise<boolean> {
    const { req, res } = ctx;
    const { url } = req;
    req.url = path;
    const status = res.statusCode;
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
    if (url !== undefined) req.url = url;
    if (sent) ctx.respond = false;
    else res.statusCode = status;
    return sent;
  }
}

/** Must match the client's own fetch exactly (web/src/lib/wire.ts); otherwise the browser would fetch twice. */
const announced = (url: string): string => `<${url}>; rel=preload; as=fetch; crossorigin=use-credentials`;

/** The inline scripts of a page; none when the page has not been built yet. */
function scriptsIn(file: string): string[] {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text);
}
