import type { IncomingMessage } from 'node:http';

import type { RenderPage, AskedAnswer } from '#contracts/rendered-page';
import { asError } from '#contracts/shared/as-error';
import { errorStatus, Refusal } from '#contracts/shared/errors';
import { positionHeaders } from '#contracts/shared/operation';
import { messageOf } from '#contracts/shared/problem';
import { createFairSemaphore } from '#platform/concurrency/fair-semaphore';
import { isUnavailable } from '#platform/http/problems';
import type { RequestContext } from '#platform/http/context';
import { pagePosition, parsePosition } from '#platform/queries/positions';
import { encodeResponse, type EncodedResponse } from '#platform/queries/encoded-response';
import { goneWith } from '#platform/queries/serve';

import type { ModelName } from '../models.ts';
import type { QueryContext, Serving } from '../query-context.ts';
import { headOf } from './head.ts';
import type { Template } from './template.ts';

export interface RenderedPagesDeps {
  readonly serving: Serving;
  readonly context: QueryContext;
  readonly template: Template;
  readonly render: RenderPage;
  /** Headers of every page, its policy among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The network of a request's sender. Each has one page rendered at a time. */
  readonly networkOf: (request: IncomingMessage) => string;
  readonly onError: (error: Error) => void;
}

/** Pages that are rendered at once; the others wait, fairly by network. */
const atOnce = 4;
/** How many pages of one network may wait, and how long (milliseconds). */
const waitingMost = 100;
const waitingTimeout = 10_000;
/** Seconds after which a page may be asked for again. */
const retryAfter = 5;

const searchParams = ['q', 'rating', 'light'];

/**
 * Sends pages that are rendered from the answers that a visitor gets. They are the same for everybody, so they are
 * cached like an answer, and dropped when anything that they show changes.
 */
export function createRenderedPages(deps: RenderedPagesDeps): (ctx: RequestContext) => Promise<void> {
  const { serving, context, template, render, headers, networkOf, onError } = deps;
  const { models, names, cache, keys, freshness, flights } = serving;
  const places = createFairSemaphore({
    atOnce,
    waiting: {
      most: waitingMost,
      time: { milliseconds: waitingTimeout, clock: context.clock },
      refusal: () => new Refusal('unavailable', { retryAfter }),
    },
  });

  /** The page, or the empty one where it could not be rendered: then the browser renders it, and says what is wrong. */
  const fill = async (ctx: RequestContext, asked: Asked): Promise<{ status: number; body: string }> => {
    try {
      const page = await render({ url: ctx.url, ask: asked.ask });
      if (asked.unavailable !== undefined) throw asked.unavailable;
      const head = headOf({
        path: ctx.path,
        params: new URLSearchParams(ctx.querystring),
        origin: context.publicOrigin,
        about: context.about,
        isFound: page.status === 200,
        title: page.title,
        answer: asked.answer,
      });
      return { status: page.status, body: template.fill({ ...page, head }) };
    } catch (error) {
      onError(asError(error));
      return { status: isUnavailable(error) ? 503 : 500, body: template.empty };
    }
  };

  const make = async (ctx: RequestContext, uses: readonly ModelName[], signal: AbortSignal) => {
    using _place = await places.take(networkOf(ctx.req), { signal });
    const key = keys.keyOf(ctx.url);
    const sources = [names, ...uses.map((name) => models[name])];
    const stamps = sources.map(({ stamp }) => stamp);
    const asked = createAsked(serving, signal);
    const { status, body } = await fill(ctx, asked);
    const isFresh = sources.every(({ stamp }, at) => stamp === stamps[at] && stamp % 2 === 0);
    const isKept = status === 200 && asked.isKept && isFresh;
    const ready = encodeResponse({
      body: Buffer.from(body),
      status,
      headers: { ...headers, ...(status === 503 ? { 'Retry-After': String(retryAfter) } : {}) },
      freshUntil: asked.freshUntil,
      ...(isKept ? { grown: () => cache.recount(key) } : {}),
    });
    if (isKept) cache.set(key, { encoded: ready, uses, tags: asked.tags, isPage: true });
    return ready;
  };

  return async (ctx) => {
    const query = new URLSearchParams(ctx.querystring);
    const isSearch = searchParams.some((name) => query.has(name));
    const uses: readonly ModelName[] = isSearch ? ['places', 'search'] : ['places'];
    await freshness.atLeast(uses, parsePosition(ctx.get(positionHeaders.minimum)));
    const readTo = serving.readTo(uses, null);
    const caller = goneWith(ctx);
    const stamps = [names.stamp, ...uses.map((name) => models[name].stamp)].join();
    let ready: EncodedResponse;
    try {
      ready = await flights(`page ${stamps} ${keys.keyOf(ctx.url)}`, caller, (signal) =>
        make(ctx, uses, signal),
      );
    } catch (error) {
      if (!caller.aborted) throw error;
      ctx.respond = false;
      return;
    }
    ctx.respond = false;
    await ready.send(ctx.req, ctx.res, readTo === undefined ? {} : pagePosition(readTo));
  };
}

type Asked = ReturnType<typeof createAsked>;

/** The answers that one page is rendered from. */
function createAsked({ local, createTask }: Serving, signal: AbortSignal) {
  const answers = new Map<string, unknown>();
  const tags = new Set<string>();
  let isKept = true;
  let freshUntil = Infinity;
  let unavailable: Error | undefined;

  const ask = async (url: string): Promise<AskedAnswer> => {
    try {
      const { answer, isCached: mayBeKept } = await local.ask(url, createTask(signal));
      for (const tag of answer.tags) tags.add(tag);
      if (!mayBeKept) isKept = false;
      freshUntil = Math.min(freshUntil, answer.freshUntil ?? Infinity);
      const body: unknown = answer.body instanceof Buffer ? JSON.parse(answer.body.toString()) : answer.body;
      const [path = ''] = url.split('?', 1);
      answers.set(path, body);
      return { status: 200, body, next: nextOf(url, answer.next), total: answer.total ?? null };
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
    answer: (path: string) => answers.get(path),
    get tags() {
      return [...tags];
    },
    get isKept() {
      return isKept;
    },
    get freshUntil() {
      return freshUntil;
    },
    get unavailable() {
      return unavailable;
    },
  };
}

function nextOf(url: string, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [path, query] = url.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('cursor', cursor);
  return `${path}?${params.toString()}`;
}
