import type { Operation } from '#contracts/shared/operation';

export interface RequestKeys {
  /** Whether a parameter of that name changes an answer. */
  isKnown(name: string): boolean;
  /** The same text for all requests with the same answer: the path, and the sorted parameters that may matter. */
  keyOf(url: string): string;
}

/** A parameter name without escapes. An escaped name may still decode to a known parameter. */
const plain = /^\w+$/;

/** The only parameters that can change an answer are those that some operation takes. */
export function createRequestKeys(operations: readonly Operation[]): RequestKeys {
  const known = new Set(
    operations.flatMap(({ query }) => (query === undefined ? [] : Object.keys(query.shape))),
  );
  const counts = (name: string): boolean => known.has(name) || !plain.test(name);
  return {
    isKnown: (name) => known.has(name),
    keyOf(url) {
      const mark = url.indexOf('?');
      if (mark === -1) return url;
      const pairs = url
        .slice(mark + 1)
        .split('&')
        .filter((pair) => counts(pair.split('=', 1)[0] ?? ''));
      return pairs.length === 0 ? url.slice(0, mark) : `${url.slice(0, mark)}?${pairs.sort().join('&')}`;
    },
  };
}
