import type { OutgoingHttpHeaders } from 'node:http';

import { positionHeaders, routePath, type Operation } from '#contracts/api/index';
import { checkAccess, parseInput, type Parsed, type Viewer } from '#contracts/parse';

import type { AnswerCache } from '../answer-cache.ts';
import type { Answer } from '../answer.ts';
import { parsePosition, type Freshness } from '../min-position.ts';
import type { ModelName, Models } from '../models.ts';
import { readyAnswer, type ReadyAnswer } from '../ready-answer.ts';
import type { QueryRouter, RequestContext } from './context.ts';
import { personalCaching, secretCaching, visitorCaching } from './headers.ts';
import { isKnown, requestKey } from './request-key.ts';

/** What the routes share. */
export interface Serving {
  readonly router: QueryRouter;
  readonly models: Models;
  readonly cache: AnswerCache;
  readonly freshness: Freshness;
}

export interface Served {
  /** The read models that the answer is made of. */
  readonly uses: readonly ModelName[];
  /** Whether a visitor's answer is worth keeping; pictures inside would fill the cache. */
  readonly keep?: (url: string) => boolean;
}

/** Puts a GET operation of the contract on the router. `answer` is asked when no answer lies ready. */
export function serve<O extends Operation>(
  serving: Serving,
  operation: O,
  served: Served,
  answer: (input: Parsed<O>, viewer: Viewer) => Promise<Answer>,
): void {
  serving.router.get(routePath(operation), async (ctx) => {
    const { viewer } = ctx.state;
    checkAccess(operation, viewer);
    const input = parseInput(operation, { params: ctx.params, query: { ...ctx.query } });
    const minimum = parsePosition(ctx.get(positionHeaders.minimum));
    await serving.freshness.atLeast(served.uses, minimum);
    const isKept = viewer === null && (served.keep?.(ctx.url) ?? true);
    const ask = () => answer(input, viewer);
    const ready = isKept ? await askAndKeep(serving, served, ctx, ask) : toReady(await ask(), ctx);
    await send(ctx, ready, cachingOf(operation, viewer));
  });
}

/** Keeps the answer unless something changed while it was being made. */
async function askAndKeep(
  { models, cache }: Serving,
  { uses }: Served,
  ctx: RequestContext,
  ask: () => Promise<Answer>,
): Promise<ReadyAnswer> {
  const key = requestKey(ctx.url);
  const stamps = uses.map((name) => models[name].stamp);
  const answer = await ask();
  const isFresh = uses.every((name, at) => models[name].stamp === stamps[at] && models[name].stamp % 2 === 0);
  const ready = toReady(answer, ctx, isFresh ? () => cache.recount(key) : undefined);
  if (isFresh) cache.keep(key, { ready, uses, tags: answer.tags });
  return ready;
}

function toReady(answer: Answer, ctx: RequestContext, grown?: () => void): ReadyAnswer {
  return readyAnswer({
    body: JSON.stringify(answer.body),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(answer.total === undefined ? {} : { [positionHeaders.total]: answer.total }),
      ...(answer.next === undefined ? {} : { Link: `<${nextPath(ctx, answer.next)}>; rel="next"` }),
    },
    freshUntil: answer.freshUntil,
    ...(grown === undefined ? {} : { grown }),
  });
}

function nextPath(ctx: RequestContext, cursor: string): string {
  // What else one person put into the address is not for the next who gets the same answer.
  const query = new URLSearchParams(ctx.querystring);
  for (const name of [...query.keys()]) if (!isKnown(name)) query.delete(name);
  query.set('cursor', cursor);
  return `${ctx.path}?${query.toString()}`;
}

function cachingOf({ access }: Operation, viewer: Viewer): OutgoingHttpHeaders {
  if (access !== 'public') return secretCaching;
  return viewer === null ? visitorCaching : personalCaching;
}

async function send(ctx: RequestContext, ready: ReadyAnswer, caching: OutgoingHttpHeaders): Promise<void> {
  ctx.respond = false;
  await ready.send(ctx.req, ctx.res, caching);
}
