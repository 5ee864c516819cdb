import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from 'pino';
import * as z from 'zod/mini';

import { parseEvent } from '#contracts/events/index';

import type { RecordStore } from '../record-store/index.ts';
import { react, type ReactionDeps } from './react.ts';

const setting = 'reactions';
/** Events without consequence after which the checkpoint is written all the same. */
const saveEvery = 500;
const retryAfter = 1000; // milliseconds

const Checkpoint = z.object({ logId: z.string(), position: z.string() });

export interface Reactions extends AsyncDisposable {
  /** Position up to which everything has been carried on. */
  position(): bigint;
}

/**
 * Follows the log from its own checkpoint and reacts, one event after another; one process at a time holds the
 * lease. A fault (a lost store) is logged, and the event tried again until it passes.
 */
export function startReactions(
  deps: ReactionDeps & { readonly records: RecordStore; readonly logger: Logger },
): Reactions {
  const stop = new AbortController();
  let position = 0n;
  const running = run();

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await using lease = await deps.records.lease(setting, stop.signal);
        await follow(AbortSignal.any([stop.signal, lease.lost]));
      } catch (error) {
        if (stop.signal.aborted) return;
        deps.logger.error({ err: error, position: String(position) }, 'reactions stopped, trying again');
        await delay(retryAfter, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    position = await restore();
    let unsaved = 0;
    for await (const item of deps.log.subscribe({ after: position, signal })) {
      if (item.type === 'caught-up') {
        if (unsaved > 0) await save();
        unsaved = 0;
        continue;
      }
      if (!('position' in item)) continue;
      await react(parseEvent(item), deps);
      position = item.position;
      unsaved += 1;
      if (unsaved >= saveEvery) {
        await save();
        unsaved = 0;
      }
    }
    if (unsaved > 0) await save();
  }

  async function restore(): Promise<bigint> {
    const stored = await deps.records.settings.get(setting);
    if (stored === undefined) return 0n;
    const checkpoint = Checkpoint.parse(JSON.parse(stored));
    return checkpoint.logId === deps.log.id ? BigInt(checkpoint.position) : 0n;
  }
  const save = (): Promise<void> =>
    deps.records.settings.set(setting, JSON.stringify({ logId: deps.log.id, position: String(position) }));

  return {
    position: () => position,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
