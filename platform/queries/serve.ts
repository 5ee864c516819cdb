import { positionHeaders, routePath, type Operation } from '#contracts/shared/operation';
import { checkAccess, parseInput, type Parsed, type Viewer } from '#contracts/shared/parse';

import type { ResponseCache, RequestKeys } from './response-cache.ts';
import { streamResponse, encodeResponse, type EncodedResponse } from './encoded-response.ts';
import type { QueryResponse } from './query-response.ts';
import type { LocalQueries } from './local-queries.ts';
import { parsePosition, type Freshness, type ReadTo } from './positions.ts';
import { type ModelFeed, unchangedSince } from './model-feed.ts';
import type { Task, SingleFlight } from './shared-work.ts';
import type { ServiceRouter, RequestContext } from '../http/context.ts';
import { goneWith } from '../http/gone-with.ts';
import {
  jsonHeaders,
  movedHeaders,
  personalCaching,
  rawHeaders,
  secretCaching,
  visitorCaching,
} from '../http/headers.ts';

/** What all routes share. */
export interface ServeContext<Name extends string> {
  readonly router: ServiceRouter;
  readonly models: Readonly<Record<Name, ModelFeed>>;
  /** Changes of public names, which any response may contain. */
  readonly names: { readonly version: number };
  readonly cache: ResponseCache<Name>;
  readonly freshness: Freshness<Name>;
  readonly readTo: ReadTo<Name>;
  readonly keys: RequestKeys;
  /** Responses in progress, by request key. */
  readonly flights: SingleFlight<EncodedResponse>;
  readonly createTask: (signal: AbortSignal) => Task;
  /** The same queries without HTTP. */
  readonly local: LocalQueries;
}

export interface ServeOptions<Name extends string, Input> {
  /** The read models that the response is made from. */
  readonly uses: readonly Name[] | ((input: Input) => readonly Name[]);
  /**
   * The response also uses records. Their changes do not change a model's version, so requests never share the
   * response.
   */
  readonly usesRecords?: true;
  /** Whether to cache a visitor's response. */
  readonly caches?: (input: Input) => boolean;
  /** Whether this response must not be stored, neither by this server nor by any cache on the way. */
  readonly isSecret?: (input: Input) => boolean;
}

/** What the response to one request is made from. */
interface Sources<Name extends string> {
  readonly uses: readonly Name[];
  readonly usesRecords: boolean;
}

/** Adds a GET operation of the contract to the router. `respond` makes the response when none is cached. */
export function serve<Name extends string, O extends Operation>(
  serving: ServeContext<Name>,
  operation: O,
  served: ServeOptions<Name, Parsed<O>>,
  respond: (input: Parsed<O>, viewer: Viewer, task: Task) => Promise<QueryResponse>,
): void {
  serving.local.add(operation, async (given, task) => {
    const input = parseInput(operation, given);
    const isCached = (served.caches?.(input) ?? true) && served.usesRecords !== true;
    return { response: await respond(input, null, task), isCached };
  });
  serving.router.get(routePath(operation), async (ctx) => {
    const { viewer } = ctx.state;
    checkAccess(operation, viewer);
    const input = parseInput(operation, { params: ctx.params, query: { ...ctx.query } });
    const uses = typeof served.uses === 'function' ? served.uses(input) : served.uses;
    const sources: Sources<Name> = { uses, usesRecords: served.usesRecords === true };
    const minimum = parsePosition(ctx.get(positionHeaders.minimum));
    await serving.freshness.atLeast(uses, minimum);
    // Read before anything else. Requests that share a response also share this position.
    const readTo = serving.readTo(uses, viewer);
    const isSecret = served.isSecret?.(input) === true;
    const isCached = viewer === null && !isSecret && (served.caches?.(input) ?? true);
    const caller = goneWith(ctx);
    const make = async (signal: AbortSignal) => {
      const ask = () => respond(input, viewer, serving.createTask(signal));
      return isCached ? askAndCache(serving, sources, ctx, ask) : encode(await ask(), ctx, serving.keys);
    };
    try {
      const encoded = await serving.flights(flightKey(serving, sources, ctx), caller, make);
      if (readTo !== undefined) ctx.set(positionHeaders.read, readTo);
      await send(ctx, encoded, isSecret ? secretCaching : cachingOf(operation, viewer));
    } catch (error) {
      if (!caller.aborted) throw error;
      // The client has disconnected.
      ctx.respond = false;
    }
  });
}

/**
 * Requests with the same key share a response: the same query by the same person, with no change in between. Only
 * responses made from read models alone are shared.
 */
function flightKey<Name extends string>(
  { models, names, keys }: ServeContext<Name>,
  { uses, usesRecords }: Sources<Name>,
  ctx: RequestContext,
): string {
  if (uses.length === 0 || usesRecords) return ctx.state.requestId;
  const { viewer } = ctx.state;
  const who = viewer === null ? '' : `${viewer.userId} ${viewer.isAdmin} ${viewer.canModerate}`;
  const versions = [names.version, ...uses.map((name) => models[name].version)].join();
  return `${who} ${versions} ${keys.keyOf(ctx.url)}`;
}

/** Caches the response unless something changed while it was made. */
async function askAndCache<Name extends string>(
  { models, names, cache, keys }: ServeContext<Name>,
  { uses }: Sources<Name>,
  ctx: RequestContext,
  ask: () => Promise<QueryResponse>,
): Promise<EncodedResponse> {
  const key = keys.keyOf(ctx.url);
  const isFresh = unchangedSince([names, ...uses.map((name) => models[name])]);
  const response = await ask();
  const isCached = isFresh() && response.isCachedAlready !== true;
  const encoded = encode(response, ctx, keys, isCached ? () => cache.recount(key) : undefined);
  if (isCached) cache.set(key, { encoded, uses, tags: response.tags });
  return encoded;
}

function encode(
  response: QueryResponse,
  ctx: RequestContext,
  keys: RequestKeys,
  grown?: () => void,
): EncodedResponse {
  const { pieces, freshUntil, movedTo } = response;
  const body = bytesOf(response.body);
  const headers = {
    ...jsonHeaders,
    ...(response.attachment === undefined
      ? {}
      : { 'Content-Disposition': `attachment; filename="${response.attachment}"` }),
    ...(response.total === undefined ? {} : { [positionHeaders.total]: response.total }),
    ...(response.next === undefined ? {} : { Link: `<${nextPath(ctx, keys, response.next)}>; rel="next"` }),
  };
  if (movedTo !== undefined) {
    const moved = movedHeaders(pathWith(knownQuery(ctx, keys), movedTo));
    return encodeResponse({ body, status: 301, headers: { ...headers, ...moved } });
  }
  if (pieces !== undefined) return streamResponse({ body, pieces, headers });
  return encodeResponse({ body, headers, freshUntil, ...(grown === undefined ? {} : { grown }) });
}

// `instanceof` alone would give bytes of an unknown type.
const isBytes = (body: unknown): body is Buffer => body instanceof Buffer;
const bytesOf = (body: unknown): Buffer => (isBytes(body) ? body : Buffer.from(JSON.stringify(body)));

function nextPath(ctx: RequestContext, keys: RequestKeys, cursor: string): string {
  const query = knownQuery(ctx, keys);
  query.delete('page');
  query.set('cursor', cursor);
  return pathWith(query, ctx.path);
}

/**
 * The request's parameters without unknown ones, because clients that sent other unknown ones may share the response.
 */
function knownQuery(ctx: RequestContext, keys: RequestKeys): URLSearchParams {
  const query = new URLSearchParams(ctx.querystring);
  for (const name of [...query.keys()]) if (!keys.isKnown(name)) query.delete(name);
  return query;
}

const pathWith = (query: URLSearchParams, path: string): string =>
  query.size === 0 ? path : `${path}?${query.toString()}`;

function cachingOf({ access }: Operation, viewer: Viewer): Readonly<Record<string, string>> {
  if (access !== 'public') return secretCaching;
  return viewer === null ? visitorCaching : personalCaching;
}

async function send(
  ctx: RequestContext,
  encoded: EncodedResponse,
  caching: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    await encoded.send(ctx.req, ctx.res, rawHeaders(caching));
  } finally {
    // If writing failed before the headers were sent, Koa sends the refusal.
    ctx.respond = !ctx.headerSent;
  }
}
