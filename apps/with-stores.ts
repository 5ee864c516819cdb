import { isSystemError } from '#platform/files/files';
import { isUnavailable } from '#platform/http/problems';
import { UnreadableEvent } from '#contracts/shared/recorded-event';
import { UnknownEvent } from '#platform/projections/compile';
import { RebuildUnderWay } from '#platform/projections/replay';
import { LogMissing } from '#platform/event-log/index';
import { GenerationReplaced } from '#platform/read-store/index';

import { createClosers, type Closers } from '#platform/concurrency/closers';
import { ConfigError } from './config.ts';
import { StartError } from './stores.ts';
import { TransferError } from './transfer/format.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * Opens the stores for a command at the terminal, and closes them when it ends. An error that the operator can correct
 * becomes a printed message and the exit code for a failure; all others are thrown.
 */
export async function withStores<S>(
  open: (closers: Closers) => Promise<S>,
  printError: (message: string) => void,
  work: (stores: S) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    await using closers = createClosers();
    return await work(await open(closers));
  } catch (thrown) {
    const error = firstOf(thrown);
    if (!isForPeople(error)) throw thrown;
    printError(error.message);
    return exitCodes.failed;
  }
}

/** The error that came first: on a full disk, for example, closing fails after the work has failed. */
function firstOf(error: unknown): unknown {
  // Node 20 has no class SuppressedError.
  if (error instanceof Error && 'suppressed' in error) return firstOf(error.suppressed);
  return error instanceof AggregateError && error.errors.length > 0 ? firstOf(error.errors[0]) : error;
}

const forPeople = [
  ConfigError,
  StartError,
  LogMissing,
  RebuildUnderWay,
  GenerationReplaced,
  TransferError,
  UnknownEvent,
  UnreadableEvent,
];

const isForPeople = (error: unknown): error is Error =>
  forPeople.some((kind) => error instanceof kind) || isUnavailable(error) || isSystemError(error);
