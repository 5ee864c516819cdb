import { operations, type Operation } from '#contracts/api/index';

/** The only parameters that can change an answer: those that some operation takes. */
const known = new Set(
  Object.values<Operation>(operations).flatMap(({ query }) =>
    query === undefined ? [] : Object.keys(query.shape),
  ),
);

/** Whether a parameter of that name changes an answer. */
export const isKnown = (name: string): boolean => known.has(name);

/** A parameter name without escapes. An escaped name may still decode to a known parameter. */
const plain = /^\w+$/;

/** The same text for all requests with the same answer: the path, and the sorted parameters that may matter. */
export function requestKey(url: string): string {
  const mark = url.indexOf('?');
  if (mark === -1) return url;
  const pairs = url
    .slice(mark + 1)
    .split('&')
    .filter((pair) => counts(pair.split('=', 1)[0] ?? ''));
  return pairs.length === 0 ? url.slice(0, mark) : `${url.slice(0, mark)}?${pairs.sort().join('&')}`;
}

const counts = (name: string): boolean => known.has(name) || !plain.test(name);
