import { randomUUID } from 'node:crypto';

import { Refusal } from '#contracts/shared/errors';
import { system } from '#platform/commands/decider';
import { isAborted } from '#platform/concurrency/waiting';

import type { PhotoCommands } from './commands.ts';

/** The maximum number of photos in one round: decoding them takes a minute or so of processor time. */
const photosInRound = 100;

export interface HashPhotosDeps {
  readonly photo: Pick<PhotoCommands, 'hash'>;
  readonly lookups: {
    /** Waiting photos that an earlier release added without a hash, the oldest first. */
    readonly photosWithoutHash: (limit: number) => Promise<readonly string[]>;
  };
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Computes the hashes of some photos that an earlier release added without one, and returns the number of photos that
 * need no further attempt. Ends early if the signal is aborted or the machine is too busy.
 */
export async function hashPhotos(
  { photo, lookups, clock }: HashPhotosDeps,
  signal: AbortSignal,
): Promise<number> {
  let done = 0;
  for (const id of await lookups.photosWithoutHash(photosInRound)) {
    if (isAborted(signal)) break;
    const commandId = randomUUID();
    const context = { commandId, actor: system, correlationId: commandId, time: new Date(clock()) };
    try {
      if ((await photo.hash(id, context)).changed) done += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'unavailable') break;
    }
  }
  return done;
}
