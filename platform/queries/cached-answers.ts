import { parseCookie } from 'cookie';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { tokenOf } from '#platform/http/access-token';
import { asError } from '#contracts/shared/as-error';

import type { KeptAnswer, RequestKeys } from './answer-cache.ts';
import { answerPosition, pagePosition, type Freshness, type ReadTo } from './positions.ts';
import { visitorCaching } from '../http/headers.ts';

/** A line of the request log. */
export interface AnswerLog {
  readonly requestId: string;
  readonly method: string;
  /** Without the query string, which may contain a person's search text. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds. */
  readonly ms: number;
}

type Found<Name extends string> = Pick<KeptAnswer<Name>, 'ready' | 'uses' | 'isPage'>;

export interface CachedAnswersOptions<Name extends string> {
  /** The kept answer to a request of this key (see RequestKeys), if there is one. */
  readonly keptFor: (key: string) => Found<Name> | undefined;
  readonly keys: RequestKeys;
  readonly freshness: Freshness<Name>;
  readonly readTo: ReadTo<Name>;
  readonly clock: () => number;
  readonly onAnswered: (answered: AnswerLog) => void;
  readonly onError: (error: Error) => void;
}

/**
 * Answers a visitor's GET from the cache. Returns false when there is no cached answer, or when the request needs the
 * full handling for any other reason.
 */
export function createCachedAnswers<Name extends string>({
  keptFor,
  keys,
  freshness,
  readTo,
  clock,
  onAnswered,
  onError,
}: CachedAnswersOptions<Name>) {
  const find = ({ method, url, headers }: IncomingMessage) => {
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return undefined;
    const kept = keptFor(keys.keyOf(url));
    if (kept === undefined || kept.ready.freshUntil <= clock()) return undefined;
    if (kept.isPage === true ? !takesPages(headers) : isSomebody(headers)) return undefined;
    return isReached(kept, headers['x-min-position']) ? kept : undefined;
  };
  const isReached = ({ uses }: Pick<KeptAnswer<Name>, 'uses'>, header: string | string[] | undefined) =>
    header === undefined ||
    (typeof header === 'string' && /^\d{1,19}$/.test(header) && freshness.isAtLeast(uses, BigInt(header)));

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const kept = find(req);
    if (kept === undefined) return false;
    const started = performance.now();
    const requestId = randomUUID();
    const position = readTo(kept.uses, null);
    const positions = kept.isPage === true ? pagePosition : answerPosition;
    const headers = {
      ...visitorCaching,
      'X-Request-Id': requestId,
      ...(position === undefined ? {} : positions(position)),
    };
    kept.ready.send(req, res, headers).then(
      () =>
        onAnswered({
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
