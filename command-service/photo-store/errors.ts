import { PhotoStoreUnavailable } from './port.ts';

/** Whether an error of the file system has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);

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

/** Runs work on a file; undefined when there is no such file. */
export async function orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
