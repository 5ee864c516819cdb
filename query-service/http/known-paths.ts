import path from 'node:path';

import type { Middleware } from 'koa';

import { operations } from '#contracts/api';
import { mapTilesPath } from '#contracts/shared/about';
import { Refusal } from '#contracts/shared/errors';

import type { RequestState } from '#platform/http/context';

/** Paths for GET that are not operations of the contract. */
const others = [
  '/api/openapi.json',
  '/api/docs',
  '/api/docs.css',
  '/photos/{photoId}/{file}',
  '/pictures/{slug}/{file}',
  mapTilesPath,
];

/** Paths under these are never pages, except the path to which a provider's sign-in returns. */
const reserved = /^\/(api|auth(?!\/callback\/?$)|photos|pictures|assets|socket\.io)(\/|$)/;

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

const methodsByPath = (() => {
  const found = new Map<string, Set<string>>(others.map((path) => [path, new Set(['GET'])]));
  for (const { path, method } of Object.values(operations)) {
    found.set(path, (found.get(path) ?? new Set()).add(method));
  }
  // A literal segment comes before a parameter in the same position.
  return [...found]
    .map(([path, methods]) => ({ pattern: patternOf(path), isFixed: !path.includes('{'), methods }))
    .sort((one, other) => Number(other.isFixed) - Number(one.isFixed));
})();

/** The methods of a known path, for the Allow header; undefined for an unknown path. */
export function allowedMethods(path: string): readonly string[] | undefined {
  const methods = methodsByPath.find(({ pattern }) => pattern.test(path))?.methods;
  return methods && [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].sort();
}

/** Whether a path is reserved, as written or once it is decoded and normalised. */
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

/** Runs after the routes: another method on a known path is 405, an unknown reserved path 404. */
export const unknownPaths: Middleware<RequestState> = async (ctx, next) => {
  const methods = allowedMethods(ctx.path);
  if (methods !== undefined && !methods.includes(ctx.method)) {
    ctx.set('Allow', methods.join(', '));
    throw new Refusal('method-not-allowed');
  }
  if (isReserved(ctx.path) && !ctx.path.startsWith('/assets/')) throw new Refusal('not-found');
  await next();
};
