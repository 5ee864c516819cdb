/** Closes resources in reverse order of opening. (Node 20 has no AsyncDisposableStack.) */
export interface Closers extends AsyncDisposable {
  /** Registers a resource to be closed later, and returns it. */
  add<T extends AsyncDisposable>(resource: T): T;
  /** Aborted once the resource that was added last is closed. */
  readonly lastClosed: AbortSignal;
}

/**
 * Starts something and returns it. Disposing of the result closes every resource that the start has added; if the start
 * fails, they are closed at once.
 * @throws what `start` throws, even if closing fails too
 */
export async function closingOnFailure<T extends object>(
  start: (closers: Closers) => Promise<T>,
): Promise<T & Pick<Closers, 'lastClosed' | typeof Symbol.asyncDispose>> {
  const closers = createClosers();
  const { lastClosed } = closers;
  const close = async () => closers[Symbol.asyncDispose]();
  try {
    return { ...(await start(closers)), lastClosed, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

export function createClosers(): Closers {
  const closers: (() => unknown)[] = [];
  const last = new AbortController();
  return {
    lastClosed: last.signal,
    add(resource) {
      closers.push(() => resource[Symbol.asyncDispose]());
      return resource;
    },
    /** Closes all resources, even if closing one of them throws. @throws AggregateError of all errors */
    async [Symbol.asyncDispose]() {
      const errors: unknown[] = [];
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        try {
          await close();
        } catch (error) {
          errors.push(error);
        }
        last.abort();
      }
      if (errors.length > 0) throw new AggregateError(errors, 'Not everything could be closed');
    },
  };
}
