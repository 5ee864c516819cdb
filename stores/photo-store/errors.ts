import { PhotoStoreUnavailable } from './port.ts';

/** A failure of the file system as the store's callers know it; a mistake of theirs stays what it is. */
export function asUnavailable(error: unknown): Error {
  if (error instanceof TypeError || error instanceof PhotoStoreUnavailable) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PhotoStoreUnavailable(`The photo store does not answer: ${reason}`, { cause: error });
}

/** Runs work on files; a failure of theirs is thrown as PhotoStoreUnavailable. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asUnavailable(error);
  }
}
