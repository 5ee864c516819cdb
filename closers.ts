/** What was opened, closed in reverse order. (Node 20 has no AsyncDisposableStack.) */
export interface Closers extends AsyncDisposable {
  /** Gives back what it was given, and closes it later. */
  add<T extends AsyncDisposable>(resource: T): T;
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
