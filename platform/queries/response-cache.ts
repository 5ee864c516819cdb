import { LRUCache } from 'lru-cache';
import type { Change } from '#platform/read-store/index';
import { tags } from './query-response.ts';
import type { EncodedResponse } from './encoded-response.ts';
import type { Operation } from '#contracts/shared/operation';

/** A response to visitors, and the data that it was made from. */
export interface CachedResponse<Name extends string = string> {
  readonly encoded: EncodedResponse;
  readonly uses: readonly Name[];
  readonly tags: readonly string[];
  /** A page, which is the same for everybody. */
  readonly isPage?: true;
}

/**
 * A cache of responses to visitors, as bytes; the least recently used is dropped first. A change drops every response
 * that it affects.
 */
export interface ResponseCache<Name extends string> {
  get(key: string): CachedResponse<Name> | undefined;
  set(key: string, response: CachedResponse<Name>): void;
  /** Must be called after a response has grown, so that its new size counts. */
  recount(key: string): void;
  /** Drops the responses made from changed documents, and every list of their collections. */
  readonly drop: (change: Change) => void;
  dropTag(tag: string): void;
  dropAll(): void;
}

/** Bytes that an entry takes in addition to the response: its key, headers and tags. */
const overhead = 1024;
/** Bytes of a tag, roughly. */
const tagSize = 100;
/** No response may take more than one part in this many of the cache. */
const largestShare = 8;

/** `bytes`: the most that all responses together may take; 0 caches nothing. */
export function createResponseCache<Name extends string>(bytes: number): ResponseCache<Name> {
  const keysByTag = new Map<string, Set<string>>();
  const sizeOf = ({ encoded, tags: made }: CachedResponse) => encoded.size + overhead + made.length * tagSize;
  const forget = ({ tags: made }: CachedResponse, key: string) => {
    for (const tag of made) {
      const keys = keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
  };
  const responses =
    bytes > 0
      ? new LRUCache<string, CachedResponse<Name>>({
          maxSize: bytes,
          maxEntrySize: Math.ceil(bytes / largestShare),
          sizeCalculation: sizeOf,
          dispose: forget,
        })
      : undefined;
  const dropTag = (tag: string) => {
    for (const key of [...(keysByTag.get(tag) ?? [])]) responses?.delete(key);
  };
  const set = (key: string, response: CachedResponse<Name>) => {
    responses?.delete(key);
    responses?.set(key, response);
    if (responses?.has(key) !== true) return;
    for (const tag of response.tags) {
      const keys = keysByTag.get(tag);
      if (keys === undefined) keysByTag.set(tag, new Set([key]));
      else keys.add(key);
    }
  };

  return {
    get: (key) => responses?.get(key),
    set,
    recount: (key) => {
      const response = responses?.peek(key);
      if (response !== undefined) set(key, response);
    },
    drop: ({ model, ids, everything }) => {
      if (everything) responses?.clear();
      for (const [collection, changed] of Object.entries(ids)) {
        if (changed.length === 0) continue;
        dropTag(tags.collection(model, collection));
        for (const id of changed) dropTag(tags.document(model, collection, id));
      }
    },
    dropTag,
    dropAll: () => responses?.clear(),
  };
}

export interface RequestKeys {
  /** Whether a parameter of that name changes a response. */
  isKnown(name: string): boolean;
  /** The same text for all requests with the same response: the path and the sorted relevant parameters. */
  keyOf(url: string): string;
}

/** A parameter name without escapes. An escaped name may still decode to a known parameter. */
const plain = /^\w+$/;

/** A parameter can change a response only if an operation or a page (`pageParams`) takes it. */
export function createRequestKeys(
  operations: readonly Operation[],
  pageParams: readonly string[],
): RequestKeys {
  const known = new Set([
    ...pageParams,
    ...operations.flatMap(({ query }) => (query === undefined ? [] : Object.keys(query.shape))),
  ]);
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
