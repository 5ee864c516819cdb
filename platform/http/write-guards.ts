import { Refusal } from '#contracts/shared/errors';
import type { RequestContext, RequestMiddleware } from './context.ts';

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Values of the Sec-Fetch-Site header, which scripts cannot set, for requests that another site started. */
const foreignSites: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/**
 * Refuses writes that another site started. Browsers send cookies with such requests, and name the site that started
 * them. They do not add a bearer token by themselves, so requests with one are not checked.
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

/**
 * Whether an `Origin` header names this site: the configured origin, or the requested host with the configured scheme.
 * Behind a proxy that ends TLS the request does not show its scheme, and the `http://` origin of an https site can
 * belong to anybody on the network.
 */
export function isOwnOrigin(origin: string, publicOrigin: string, host: string): boolean {
  if (origin === publicOrigin) return true;
  return host !== '' && origin === `${new URL(publicOrigin).protocol}//${host.toLowerCase()}`;
}

/** Seconds within which an operator may have repaired the read model. */
const retryAfter = 30;

/**
 * Refuses commands while their results could not be shown. `stopped`: a sentence that says which read model has
 * stopped.
 * @throws Refusal `read-model-stopped`
 */
export const refuseWhenStopped =
  (stopped: () => Promise<string | undefined>): RequestMiddleware =>
  async (_ctx, next) => {
    const detail = await stopped();
    if (detail !== undefined) throw new Refusal('read-model-stopped', { detail, retryAfter });
    await next();
  };
