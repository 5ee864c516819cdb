import { Refusal } from '#contracts/errors';

import type { RequestMiddleware } from './context.ts';

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends cookies along with requests that another site started; it also says which site that was. A write
 * without a bearer token of its own is refused when that is not this one.
 */
export const originCheck =
  (publicOrigin: string): RequestMiddleware =>
  async (ctx, next) => {
    const origin = ctx.get('Origin');
    if (!safe.has(ctx.method) && origin !== '' && ctx.state.recognisedBy !== 'bearer') {
      if (!isOwn(origin, publicOrigin, ctx.get('Host'))) throw new Refusal('foreign-origin');
    }
    await next();
  };

/** The configured origin, or the very host that the request was sent to. */
export function isOwn(origin: string, publicOrigin: string, host: string): boolean {
  if (origin === publicOrigin) return true;
  try {
    return host !== '' && new URL(origin).host === host;
  } catch {
    return false;
  }
}
