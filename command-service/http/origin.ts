import { Refusal } from '#contracts/errors';
import { isOwnOrigin } from '#contracts/origin';

import type { RequestContext, RequestMiddleware } from './context.ts';

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What newer browsers say of a request in a header that no script can set. */
const foreignSites: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/**
 * A browser sends cookies along with requests that another site started; it also says which site that was. A write
 * without a bearer token of its own is refused when that is not this one.
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
