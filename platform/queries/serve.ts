import type { OutgoingHttpHeaders } from 'node:http';

import { positionHeaders, routePath, type Operation } from '#contracts/shared/operation';
import { checkAccess, parseInput, type Parsed, type Viewer } from '#contracts/shared/parse';

import type { AnswerCache, RequestKeys } from './answer-cache.ts';
import { answerInPieces, readyAnswer, type ReadyAnswer } from './encoded-answer.ts';
import type { Answer } from './answer.ts';
import type { LocalQueries } from './local-queries.ts';
import { parsePosition, type Freshness, type ReadTo } from './positions.ts';
import type { ModelFeed } from './model-feed.ts';
import type { Task, SingleFlight } from './shared-work.ts';
import type { ServiceRouter, RequestContext } from '../http/context.ts';
import { jsonHeaders, personalCaching, secretCaching, visitorCaching } from '../http/headers.ts';

/** What the routes share. */
export interface ServeContext<Name extends string> {
  readonly router: ServiceRouter;
  readonly models: Readonly<Record<Name, ModelFeed>>;
  /** Changes of public names, which any answer may contain. */
  readonly names: { readonly stamp: number };
  readonly cache: AnswerCache<Name>;
  readonly freshness: Freshness<Name>;
  readonly readTo: ReadTo<Name>;
  readonly keys: RequestKeys;
  /** Answers in progress, by request key. */
  readonly flights: SingleFlight<ReadyAnswer>;
  readonly createTask: (signal: AbortSignal) => Task;
  /** The same queries without HTTP. */
  readonly local: LocalQueries;
}

export interface ServeOptions<Name extends string, Input> {
  /** The read models that the answer is made from. */
  readonly uses: readonly Name[] | ((input: Input) => readonly Name[]);
  /** The answer also uses records, whose changes no model's stamp shows, so requests never share an answer. */
  readonly usesRecords?: true;
  /** Whether to cache a visitor's answer. */
  readonly keep?: (url: string) => boolean;
}

/** What one request's answer is made from. */
interface Sources<Name extends string> {
  readonly uses: readonly Name[];
  readonly usesRecords: boolean;
}

/** Adds a GET operation of the contract to the router. `answer` makes the answer when none is cached. */
export function serve<Name extends string, O extends Operation>(
  serving: ServeContext<Name>,
  operation: O,
  served: ServeOptions<Name, Parsed<O>>,
  answer: (input: Parsed<O>, viewer: Viewer, task: Task) => Promise<Answer>,
): void {
  serving.local.add(operation, async (given, task) => ({
    answer: await answer(parseInput(operation, given), null, task),
    isKept: served.keep === undefined && served.usesRecords !== true,
  }));
  serving.router.get(routePath(operation), async (ctx) => {
    const { viewer } = ctx.state;
    checkAccess(operation, viewer);
    const input = parseInput(operation, { params: ctx.params, query: { ...ctx.query } });
    const uses = typeof served.uses === 'function' ? served.uses(input) : served.uses;
    const sources: Sources<Name> = { uses, usesRecords: served.usesRecords === true };
    const minimum = parsePosition(ctx.get(positionHeaders.minimum));
    await serving.freshness.atLeast(uses, minimum);
    // Taken before anything is read. Requests that share an answer also share this position.
    const readTo = serving.readTo(uses, viewer);
    const isKept = viewer === null && (served.keep?.(ctx.url) ?? true);
    const caller = goneWith(ctx);
    const make = async (signal: AbortSignal) => {
      const ask = () => answer(input, viewer, serving.createTask(signal));
      return isKept ? askAndKeep(serving, sources, ctx, ask) : toReady(await ask(), ctx, serving.keys);
    };
    try {
      const ready = await serving.flights(flightKey(serving, sources, ctx), caller, make);
      if (readTo !== undefined) ctx.set(positionHeaders.read, readTo);
      await send(ctx, ready, cachingOf(operation, viewer));
    } catch (error) {
      if (!caller.aborted) throw error;
      // The client has disconnected.
      ctx.respond = false;
    }
  });
}

/** A signal that is aborted when the client disconnects before it was answered. */
export function goneWith({ res }: RequestContext): AbortSignal {
  const gone = new AbortController();
  const abortIfUnfinished = () => {
    if (!res.writableFinished) gone.abort();
  };
  if (res.closed) abortIfUnfinished();
  else res.once('close', abortIfUnfinished);
  return gone.signal;
}

/**
 * Requests with the same key share an answer: the same query by the same person, with no change in between. Only
 * answers made entirely from read models are shared.
 */
function flightKey<Name extends string>(
  { models, names, keys }: ServeContext<Name>,
  { uses, usesRecords }: Sources<Name>,
  ctx: RequestContext,
): string {
  if (uses.length === 0 || usesRecords) return ctx.state.requestId;
  const { viewer } = ctx.state;
  const who = viewer === null ? '' : `${viewer.userId} ${viewer.isAdmin} ${viewer.canModerate}`;
  const stamps = [names.stamp, ...uses.map((name) => models[name].stamp)].join();
  return `${who} ${stamps} ${keys.keyOf(ctx.url)}`;
}

/** Caches the answer unless something changed while it was being made. */
async function askAndKeep<Name extends string>(
  { models, names, cache, keys }: ServeContext<Name>,
  { uses }: Sources<Name>,
  ctx: RequestContext,
  ask: () => Promise<Answer>,
): Promise<ReadyAnswer> {
  const key = keys.keyOf(ctx.url);
  const sources = [names, ...uses.map((name) => models[name])];
  const stamps = sources.map(({ stamp }) => stamp);
  const answer = await ask();
  const isFresh = sources.every(({ stamp }, at) => stamp === stamps[at] && stamp % 2 === 0);
  const isKept = isFresh && answer.isCachedAlready !== true;
  const ready = toReady(answer, ctx, keys, isKept ? () => cache.recount(key) : undefined);
  if (isKept) cache.keep(key, { ready, uses, tags: answer.tags });
  return ready;
}

function toReady(answer: Answer, ctx: RequestContext, keys: RequestKeys, grown?: () => void): ReadyAnswer {
  const { pieces, freshUntil } = answer;
  const body = bytesOf(answer.body);
  const headers = {
    ...jsonHeaders,
    ...(answer.total === undefined ? {} : { [positionHeaders.total]: answer.total }),
    ...(answer.next === undefined ? {} : { Link: `<${nextPath(ctx, keys, answer.next)}>; rel="next"` }),
  };
  if (pieces !== undefined) return answerInPieces({ body, pieces, headers });
  return readyAnswer({ body, headers, freshUntil, ...(grown === undefined ? {} : { grown }) });
}

// `instanceof` alone would make the bytes of an unknown type.
const isBytes = (body: unknown): body is Buffer => body instanceof Buffer;
const bytesOf = (body: unknown): Buffer => (isBytes(body) ? body : Buffer.from(JSON.stringify(body)));

function nextPath(ctx: RequestContext, keys: RequestKeys, cursor: string): string {
  // Unknown parameters are dropped, because clients that sent other ones may share this answer.
  const query = new URLSearchParams(ctx.querystring);
  for (const name of [...query.keys()]) if (!keys.isKnown(name)) query.delete(name);
  query.set('cursor', cursor);
  return `${ctx.path}?${query.toString()}`;
}

function cachingOf({ access }: Operation, viewer: Viewer): OutgoingHttpHeaders {
  if (access !== 'public') return secretCaching;
  return viewer === null ? visitorCaching : personalCaching;
}

async function send(ctx: RequestContext, ready: ReadyAnswer, caching: OutgoingHttpHeaders): Promise<void> {
  try {
    await ready.send(ctx.req, ctx.res, caching);
  } finally {
    // Where it failed before it began, Koa sends the refusal.
    ctx.respond = !ctx.headerSent;
  }
}
