/** The response to a query, before it becomes bytes. */
export interface QueryResponse {
  /** A value that becomes JSON, or the bytes of JSON. */
  readonly body: unknown;
  /** The JSON in pieces, for a response that is too large to be held. `body` then differs when the pieces differ. */
  readonly pieces?: (() => AsyncIterable<string>) | undefined;
  /** Makes it a file of that name, which browsers save. */
  readonly attachment?: string;
  /** The next page's cursor. */
  readonly next?: string | undefined;
  /** The number of items in the whole list. */
  readonly total?: string;
  /** The data that it was made from (see `tags`). A change of any of it drops the cached response. */
  readonly tags: readonly string[];
  /**
   * The path that gives the answer instead, to the same query, for as long as no change says otherwise: the response is
   * a redirect.
   */
  readonly movedTo?: string;
  /** Milliseconds since 1970. Without it the response is valid until one of its tags changes. */
  readonly freshUntil?: number;
  /** True when what it is made from is cached already, so that the cache of responses need not hold it too. */
  readonly isCachedAlready?: boolean;
}

/** Names for the data that a response can be made from: a whole collection of a read model, or one document of it. */
export const tags = {
  collection: (model: string, collection: string) => `${model}/${collection}`,
  document: (model: string, collection: string, id: string) => `${model}/${collection}/${id}`,
} as const;
