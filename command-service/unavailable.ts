/**
 * Whether this is a store that does not answer. Their errors are known by the end of their names: the read store's class
 * is another service's.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name.endsWith('Unavailable');
