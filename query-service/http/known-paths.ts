import path from 'node:path';

import type { Middleware } from 'koa';

import { operations } from '#contracts/api/index';
import { Refusal } from '#contracts/errors';

import type { RequestState } from './context.ts';

/** GET paths that are no operations of the contract. */
const others = [
  '/api/openapi.json',
  '/api/docs',
  '/api/docs.css',
  '/photos/{photoId}/{file}',
  '/pictures/{slug}/{file}',
];

/** Below these nothing is ever a page but the one where a provider's sign-in returns. */
const reserved = /^\/(api|auth(?!\/callback\/?$)|photos|pictures|assets|socket\.io)(\/|$)/;

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

const methodsByPath = (() => {
  const found = new Map<string, Set<string>>(others.map((path) => [path, new Set(['GET'])]));
  for (const { path, method } of Object.values(operations)) {
    found.set(path, (found.get(path) ?? new Set()).add(method));
  }
  // A fixed path comes before one with a parameter in the same place.
  return [...found]
    .map(([path, methods]) => ({ pattern: patternOf(path), isFixed: !path.includes('{'), methods }))
    .sort((one, other) => Number(other.isFixed) - Number(one.isFixed));
})();

/** Methods of a known path, as the Allow header lists them; undefined for an unknown one. */
export function allowedMethods(path: string): readonly string[] | undefined {
  const methods = methodsByPath.find(({ pattern }) => pattern.test(path))?.methods;
  return methods && [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].sort();
}

/** Whether a path is, or is another spelling of, one below which nothing is ever a page. */
function isReserved(written: string): boolean {
  const other = path.posix.normalize(decoded(written).replaceAll('\\', '/')).toLowerCase();
  return reserved.test(written) || reserved.test(other);
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Comes after the routes: other methods on a known path are 405, what is unknown below a reserved path is 404. */
export const unknownPaths: Middleware<RequestState> = async (ctx, next) => {
  const methods = allowedMethods(ctx.path);
  if (methods !== undefined && !methods.includes(ctx.method)) {
    ctx.set('Allow', methods.join(', '));
    throw new Refusal('method-not-allowed');
  }
  if (isReserved(ctx.path) && !ctx.path.startsWith('/assets/')) throw new Refusal('not-found');
  await next();
};
