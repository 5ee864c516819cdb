/**
 * Whether the error says that a store does not answer. Goes by the end of the error's name, because the read store's
 * error class belongs to another service.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name.endsWith('Unavailable');
