import { PhotoStoreUnavailable } from './port.ts';

/** Converts a failure of the file system into the store's error. A caller's mistake (TypeError) is left unchanged. */
export function asUnavailable(error: unknown): Error {
  if (error instanceof TypeError || error instanceof PhotoStoreUnavailable) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PhotoStoreUnavailable(`The photo store does not answer: ${reason}`, { cause: error });
}

/** Runs work on files; throws its failures as PhotoStoreUnavailable. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asUnavailable(error);
  }
}
