import { parseCookie } from 'cookie';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { tokenOf } from '#platform/http/access-token';
import { asError } from '#contracts/shared/as-error';

import type { CachedResponse, RequestKeys } from './response-cache.ts';
import { responsePosition, pagePosition, type Freshness, type ReadTo } from './positions.ts';
import { rawHeaders, visitorCaching } from '../http/headers.ts';

const caching = rawHeaders(visitorCaching);

/** An entry of the request log. */
export interface ResponseLog {
  readonly requestId: string;
  readonly method: string;
  /** Without the query string, which may contain a person's search text. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds. */
  readonly ms: number;
}

type Found<Name extends string> = Pick<CachedResponse<Name>, 'encoded' | 'uses' | 'isPage'>;

export interface CachedResponsesOptions<Name extends string> {
  /** The cached response for this request key (see `RequestKeys`), if there is one. */
  readonly cachedFor: (key: string) => Found<Name> | undefined;
  readonly keys: RequestKeys;
  readonly freshness: Freshness<Name>;
  readonly readTo: ReadTo<Name>;
  readonly clock: () => number;
  readonly onResponded: (responded: ResponseLog) => void;
  readonly onError: (error: Error) => void;
}

/**
 * Answers a visitor's GET from the cache. Returns false if no response is cached, or if the request needs the full
 * handling for another reason.
 */
export function createCachedResponses<Name extends string>({
  cachedFor,
  keys,
  freshness,
  readTo,
  clock,
  onResponded,
  onError,
}: CachedResponsesOptions<Name>) {
  const find = ({ method, url, headers }: IncomingMessage) => {
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return undefined;
    const cached = cachedFor(keys.keyOf(url));
    if (cached === undefined || cached.encoded.freshUntil <= clock()) return undefined;
    if (cached.isPage === true ? !takesPages(headers) : isSomebody(headers)) return undefined;
    return isReached(cached, headers['x-min-position']) ? cached : undefined;
  };
  const isReached = ({ uses }: Pick<CachedResponse<Name>, 'uses'>, header: string | string[] | undefined) =>
    header === undefined ||
    (typeof header === 'string' && /^\d{1,19}$/.test(header) && freshness.isAtLeast(uses, BigInt(header)));

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const cached = find(req);
    if (cached === undefined) return false;
    const started = performance.now();
    const requestId = randomUUID();
    const position = readTo(cached.uses, null);
    const positions = cached.isPage === true ? pagePosition : responsePosition;
    const headers = [
      ...caching,
      'X-Request-Id',
      requestId,
      ...(position === undefined ? [] : positions(position)),
    ];
    cached.encoded.send(req, res, headers).then(
      () =>
        onResponded({
          requestId,
          method: req.method ?? 'GET',
          path: req.url?.split('?', 1)[0] ?? '',
          status: res.statusCode,
          ms: Math.round(performance.now() - started),
        }),
      (error: unknown) => {
        onError(asError(error));
        res.destroy();
      },
    );
    return true;
  };
}

/** Whether the request has an access token. */
const isSomebody = ({ authorization, cookie }: IncomingHttpHeaders): boolean =>
  authorization !== undefined ||
  (cookie !== undefined && tokenOf({ cookies: parseCookie(cookie) }) !== undefined);

const takesPages = ({ accept = '*/*' }: IncomingHttpHeaders): boolean => /text\/html|\*\/\*/.test(accept);
