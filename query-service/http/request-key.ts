/** The only parameters that change an answer. */
const known = new Set(['limit', 'cursor', 'search', 'category', 'city', 'minRating', 'imageData', 'status']);

/** Whether a parameter of that name changes an answer. */
export const isKnown = (name: string): boolean => known.has(name);

/** A name in plain letters: one that is escaped may still mean a known parameter. */
const plain = /^\w+$/;

/** One text for all requests of the same answer: the path, and the parameters that count, in order. */
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
