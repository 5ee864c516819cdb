import type { IncomingMessage } from 'node:http';

import type { RenderPage, AskedResponse } from '#contracts/rendered-page';
import { isForeignPicture } from '#contracts/photo/own-pictures';
import { screenAt } from '#contracts/screens';
import { asError } from '#contracts/shared/as-error';
import { errorStatus, Refusal } from '#contracts/shared/errors';
import { messageOf } from '#contracts/shared/problem';
import { createFairSemaphore } from '#platform/concurrency/fair-semaphore';
import { isUnavailable } from '#platform/http/problems';
import { movedHeaders } from '#platform/http/headers';
import type { RequestContext } from '#platform/http/context';

import type { QueryContext, Serving } from '../query-context.ts';
import { headOf } from './head.ts';
import { retryAfter, type SendPage } from './page-sender.ts';
import { createPauses } from '#platform/queries/shared-work';
import { ownPictureSize } from './own-picture-size.ts';
import type { Template } from './template.ts';

export interface RenderedPagesDeps {
  readonly serving: Serving;
  readonly context: QueryContext;
  readonly send: SendPage;
  readonly template: Template;
  readonly render: RenderPage;
  /** Headers of every page, including its content security policy. */
  readonly headers: Readonly<Record<string, string>>;
  /** The network of a request's sender. One page is rendered at a time for each network. */
  readonly networkOf: (request: IncomingMessage) => string;
  readonly onError: (error: Error) => void;
}

/** Pages that are rendered at once; the others wait, fairly by network. */
const atOnce = 4;
/** How many pages of one network may wait, and how long (milliseconds). */
const waitingMost = 100;
const waitingTimeout = 10_000;

const searchParams = ['q', 'bestTime', 'minRating', 'light', 'sort'];

/**
 * Sends pages that are rendered from the responses for visitors. They are the same for everybody, so they are cached
 * like a response, and dropped when anything that they show changes.
 */
export function createRenderedPages(deps: RenderedPagesDeps): (ctx: RequestContext) => Promise<void> {
  const { serving, context, send, template, render, headers, networkOf, onError } = deps;
  const places = createFairSemaphore({
    atOnce,
    waiting: {
      most: waitingMost,
      time: { milliseconds: waitingTimeout, clock: context.clock },
      refusal: () => new Refusal('unavailable', { retryAfter }),
    },
  });

  const secretHeaders = {
    ...headers,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };

  // Other requests are answered between the steps of a page, and between the steps of different pages.
  const pause = createPauses();

  /**
   * The page; or the empty one if it could not be rendered, or too many are waiting to be: then the browser renders it,
   * and shows the error.
   */
  const fill = async (ctx: RequestContext, asked: Asked, signal: AbortSignal): Promise<Filled> => {
    try {
      using _place = await places.take(networkOf(ctx.req), { signal });
      const readTo = serving.readTo(['places'], null);
      const ask = async (url: string): Promise<AskedResponse> => {
        const response = await asked.ask(url);
        await pause();
        return response;
      };
      const page = await render({ url: ctx.url, ask });
      await pause();
      if (asked.unavailable !== undefined) throw asked.unavailable;
      const moved = asked.movedTo.get(ctx.path);
      if (moved !== undefined)
        return { status: 301, body: '', headers: { ...headers, ...movedHeaders(moved) } };
      const head = await headOf({
        path: ctx.path,
        params: new URLSearchParams(ctx.querystring),
        origin: context.publicOrigin,
        about: context.about,
        isFound: page.status === 200,
        title: page.title,
        respond: asked.respond,
        sizeOf: (path) =>
          // A page without the size of its picture is better than none.
          ownPictureSize(context.photos, path).catch((error: unknown) => {
            onError(asError(error));
            return undefined;
          }),
      });
      await pause();
      return {
        status: page.status,
        body: template.fill({ ...page, head, state: { ...page.state, readTo } }),
        headers,
      };
    } catch (error) {
      signal.throwIfAborted();
      const isRefused = error instanceof Refusal;
      if (!isRefused) onError(asError(error));
      return { status: isRefused || isUnavailable(error) ? 503 : 500, body: template.empty, headers };
    }
  };

  return (ctx) => {
    const query = new URLSearchParams(ctx.querystring);
    const isSearch = searchParams.some((name) => query.has(name));
    return send(ctx, isSearch ? ['places', 'search'] : ['places'], async (signal) => {
      const asked = createAsked(serving, context, signal);
      const page = await fill(ctx, asked, signal);
      // Anyone who has the URL of a shared list may read it, so caches must not give it to others.
      const isSecret = screenAt(ctx.path)?.name === 'sharedList';
      const sent = isSecret ? { ...page, headers: secretHeaders } : page;
      return { ...sent, tags: asked.tags, isCached: asked.isCached, freshUntil: asked.freshUntil };
    });
  };
}

interface Filled {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

type Asked = ReturnType<typeof createAsked>;

/** The responses that one page is rendered from. */
function createAsked({ local, createTask }: Serving, context: QueryContext, signal: AbortSignal) {
  const responses = new Map<string, unknown>();
  const tags = new Set<string>();
  const movedTo = new Map<string, string>();
  let isCached = true;
  let freshUntil = Infinity;
  let unavailable: Error | undefined;

  const ask = async (url: string): Promise<AskedResponse> => {
    try {
      const { response, isCached: mayBeCached } = await local.ask(url, createTask(signal));
      for (const tag of response.tags) tags.add(tag);
      if (!mayBeCached) isCached = false;
      freshUntil = Math.min(freshUntil, response.freshUntil ?? Infinity);
      if (response.movedTo !== undefined) {
        movedTo.set(pageOf(url), pageOf(response.movedTo));
        throw new Refusal('location-not-found');
      }
      const body = withShownPictures(response.body, context);
      const [path = ''] = url.split('?', 1);
      responses.set(path, body);
      return { status: 200, body, next: nextOf(url, response.next), total: response.total ?? null };
    } catch (error) {
      if (error instanceof Refusal) {
        return { status: errorStatus[error.code], code: error.code, message: messageOf(error) };
      }
      if (!(error instanceof Error) || !isUnavailable(error)) throw error;
      unavailable = error;
      return { status: 503, code: 'unavailable', message: '' };
    }
  };
  return {
    ask,
    /** By the path of a place's page, the path that shows the place instead. */
    movedTo,
    respond: (path: string) => responses.get(path),
    get tags() {
      return [...tags];
    },
    get isCached() {
      return isCached;
    },
    get freshUntil() {
      return freshUntil;
    },
    get unavailable() {
      return unavailable;
    },
  };
}

/** The page that shows the place at this API path. */
const pageOf = (apiPath: string): string => apiPath.replace(/^\/api\/locations\/([^/?]+).*$/, '/location/$1');

/**
 * The JSON value of a response. If pictures of other sites are not shown, the page does not contain their URLs either.
 */
function withShownPictures(body: unknown, { about, publicOrigin }: QueryContext): unknown {
  const isText = body instanceof Buffer;
  if (about.foreignPictures) return isText ? JSON.parse(body.toString()) : body;
  return JSON.parse(isText ? body.toString() : JSON.stringify(body), (name, value: unknown) =>
    name === 'imageUrl' && typeof value === 'string' && isForeignPicture(value, publicOrigin) ? '' : value,
  );
}

function nextOf(url: string, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [path, query] = url.split('?', 2);
  const params = new URLSearchParams(query);
  params.delete('page');
  params.set('cursor', cursor);
  return `${path}?${params.toString()}`;
}
