import { positionHeaders } from '#contracts/shared/operation';
import type { RequestContext } from '#platform/http/context';
import { goneWith } from '#platform/http/gone-with';
import { encodeResponse, type EncodedResponse } from '#platform/queries/encoded-response';
import { unchangedSince } from '#platform/queries/model-feed';
import { pagePosition, parsePosition } from '#platform/queries/positions';

import type { ModelName } from '../models.ts';
import type { Serving } from '../query-context.ts';

/** A page that was just made. */
interface MadePage {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** The data that it was made from: a change of any of it drops the cached page. */
  readonly tags: readonly string[];
  readonly isCached: boolean;
  /** Milliseconds since 1970. */
  readonly freshUntil: number;
}

/** Sends a page that is the same for everybody; calls `make` if none is cached. */
export type SendPage = (
  ctx: RequestContext,
  uses: readonly ModelName[],
  make: (signal: AbortSignal) => Promise<MadePage>,
) => Promise<void>;

/** Seconds after which a client may request a page again that could not be made. */
export const retryAfter = 5;

/**
 * Pages are made once for all requests that arrive meanwhile, cached like a response, and dropped when anything that
 * they show changes. Like a response, a page waits for the requested position.
 */
export function createPageSender(serving: Serving): SendPage {
  const { models, names, cache, keys, freshness, flights } = serving;

  return async (ctx, uses, make) => {
    await freshness.atLeast(uses, parsePosition(ctx.get(positionHeaders.minimum)));
    const readTo = serving.readTo(uses, null);
    const key = keys.keyOf(ctx.url);
    const sources = [names, ...uses.map((name) => models[name])];
    const versions = sources.map(({ version }) => version).join();
    const isFresh = unchangedSince(sources);
    const makeAndCache = async (signal: AbortSignal): Promise<EncodedResponse> => {
      const { status, body, headers, tags, freshUntil, isCached: mayBeCached } = await make(signal);
      const isCached = mayBeCached && status === 200 && isFresh();
      const encoded = encodeResponse({
        body: typeof body === 'string' ? Buffer.from(body) : body,
        status,
        headers: status === 503 ? { ...headers, 'Retry-After': String(retryAfter) } : headers,
        freshUntil,
        ...(isCached ? { grown: () => cache.recount(key) } : {}),
      });
      if (isCached) cache.set(key, { encoded, uses, tags, isPage: true });
      return encoded;
    };
    const caller = goneWith(ctx);
    ctx.respond = false;
    try {
      const encoded = await flights(`page ${versions} ${key}`, caller, makeAndCache);
      await encoded.send(ctx.req, ctx.res, readTo === undefined ? [] : pagePosition(readTo));
    } catch (error) {
      // If the page failed before it began, Koa sends the refusal. A client that has disconnected gets none.
      if (caller.aborted) return;
      ctx.respond = !ctx.headerSent;
      throw error;
    }
  };
}
