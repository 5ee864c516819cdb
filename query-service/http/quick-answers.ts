import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { tokenOf } from '#command-service/record-store/index';

import type { AnswerCache, KeptAnswer } from '../answer-cache.ts';
import type { Freshness } from '../min-position.ts';
import { dataPolicy, visitorCaching } from './headers.ts';
import { requestKey } from './request-key.ts';

/** One line for the log. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** Without the query, which may hold what a person searched for. */
  readonly path: string;
  readonly status: number;
  /** Milliseconds. */
  readonly ms: number;
}

export interface QuickAnswersOptions {
  readonly cache: AnswerCache;
  readonly freshness: Freshness;
  readonly clock: () => number;
  readonly onAnswered: (answered: Answered) => void;
  readonly onError: (error: Error) => void;
}

const constantHeaders = { ...visitorCaching, 'Content-Security-Policy': dataPolicy };

/**
 * Answers a visitor's GET at once when the answer lies ready. False when it does not, or when anything about the
 * request asks for a closer look: it then takes the long way.
 */
export function createQuickAnswers({ cache, freshness, clock, onAnswered, onError }: QuickAnswersOptions) {
  const find = ({ method, url, headers }: IncomingMessage): KeptAnswer | undefined => {
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return undefined;
    if (headers.authorization !== undefined) return undefined;
    if (headers.cookie !== undefined && tokenOf(headers) !== undefined) return undefined;
    const kept = cache.get(requestKey(url));
    if (kept === undefined || kept.ready.freshUntil <= clock()) return undefined;
    return isReached(kept, headers['x-min-position']) ? kept : undefined;
  };
  const isReached = ({ uses }: KeptAnswer, header: string | string[] | undefined) =>
    header === undefined ||
    (typeof header === 'string' && /^\d{1,19}$/.test(header) && freshness.isAtLeast(uses, BigInt(header)));

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const kept = find(req);
    if (kept === undefined) return false;
    const started = performance.now();
    const requestId = randomUUID();
    kept.ready.send(req, res, { ...constantHeaders, 'X-Request-Id': requestId }).then(
      () =>
        onAnswered({
          requestId,
          method: req.method ?? 'GET',
          path: req.url?.split('?', 1)[0] ?? '',
          status: res.statusCode,
          ms: Math.round(performance.now() - started),
        }),
      (error: unknown) => {
        onError(error instanceof Error ? error : new Error(String(error)));
        res.destroy();
      },
    );
    return true;
  };
}
