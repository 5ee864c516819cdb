/** What was opened, closed in reverse order. (Node 20 has no AsyncDisposableStack.) */
export interface Closers extends AsyncDisposable {
  /** Gives back what it was given, and closes it later. */
  add<T extends AsyncDisposable>(resource: T): T;
}

/** Gives back what was started, to be closed with all that was opened for it; when it does not start, that is closed at once. */
export async function closingOnFailure<T extends object>(
  start: (closers: Closers) => Promise<T>,
): Promise<T & AsyncDisposable> {
  const closers = createClosers();
  try {
    const started = await start(closers);
    return { ...started, [Symbol.asyncDispose]: () => closers[Symbol.asyncDispose]() };
  } catch (error) {
    await closers[Symbol.asyncDispose]();
    throw error;
  }
}

export function createClosers(): Closers {
  const closers: (() => unknown)[] = [];
  return {
    add(resource) {
      closers.push(() => resource[Symbol.asyncDispose]());
      return resource;
    },
    /** Closes all, whatever one of them throws. @throws AggregateError of what they threw */
    async [Symbol.asyncDispose]() {
      const errors: unknown[] = [];
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        try {
          await close();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw new AggregateError(errors, 'Not everything could be closed');
    },
  };
}
