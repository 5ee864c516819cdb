/** The response to a query, before it becomes bytes. */
export interface QueryResponse {
  /** A value that becomes JSON, or the bytes of JSON. */
  readonly body: unknown;
  /**
   * The JSON in pieces, for a response that is too large for memory. `body` then differs whenever the pieces differ.
   */
  readonly pieces?: (() => AsyncIterable<string>) | undefined;
  /** The name of the file that a browser saves the response as. */
  readonly attachment?: string;
  /** The cursor of the next page. */
  readonly next?: string | undefined;
  /** The number of items in the whole list. */
  readonly total?: string;
  /** The data that the response was made from (see `tags`). A change of any of it drops the cached response. */
  readonly tags: readonly string[];
  /** The path that now answers the same query: the response is a temporary redirect to it. */
  readonly movedTo?: string;
  /** Milliseconds since 1970. Without it the response is valid until one of its tags changes. */
  readonly freshUntil?: number;
  /** True if the source of the response is cached already, so that the response cache need not hold it too. */
  readonly isCachedAlready?: boolean;
}

/** Names for the data that a response can be made from: a whole collection of a read model, or one of its documents. */
export const tags = {
  collection: (model: string, collection: string) => `${model}/${collection}`,
  document: (model: string, collection: string, id: string) => `${model}/${collection}/${id}`,
} as const;
