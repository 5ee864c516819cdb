import { Refusal } from '#contracts/shared/errors';
import { isOwnOrigin } from '#contracts/shared/origin';

import type { RequestContext, RequestMiddleware } from './context.ts';

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Values of the Sec-Fetch-Site header, which scripts cannot set, for requests that another site started. */
const foreignSites: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/**
 * Refuses writes that another site started. Browsers send cookies with such requests, and name the site that started
 * them. A bearer token is not sent by itself, so requests with one are not checked.
 */
export const originCheck =
  (publicOrigin: string): RequestMiddleware =>
  async (ctx, next) => {
    const isAsked = !safe.has(ctx.method) && ctx.state.recognisedBy !== 'bearer';
    if (isAsked && isForeign(ctx, publicOrigin)) throw new Refusal('foreign-origin');
    await next();
  };

function isForeign(ctx: RequestContext, publicOrigin: string): boolean {
  const origin = ctx.get('Origin');
  if (origin !== '') return !isOwnOrigin(origin, publicOrigin, ctx.get('Host'));
  return foreignSites.has(ctx.get('Sec-Fetch-Site'));
}
