import { Refusal } from '#contracts/errors';

import type { ModelName, Models } from './models.ts';

/** Makes a question wait until the models that it uses have reached a position. */
export interface Freshness {
  /**
   * @throws Refusal `position-unknown` for a position that the log does not have, `not-caught-up` when the models
   *   have not reached it in time
   */
  atLeast(uses: readonly ModelName[], position: bigint | undefined): Promise<void>;
  /** Whether all of them are there now. */
  isAtLeast(uses: readonly ModelName[], position: bigint): boolean;
}

export interface FreshnessOptions {
  readonly models: Models;
  /** Position of the log's last event. */
  readonly head: () => Promise<bigint>;
  /** Milliseconds after which a model that lags is given up. */
  readonly patience: number;
}

const retryAfter = 1;

export function createFreshness({ models, head, patience }: FreshnessOptions): Freshness {
  const isAtLeast = (uses: readonly ModelName[], position: bigint) =>
    uses.every((name) => models[name].position >= position);
  return {
    isAtLeast,
    async atLeast(uses, position) {
      if (position === undefined || isAtLeast(uses, position)) return;
      if (position > (await head())) throw new Refusal('position-unknown');
      const patient = AbortSignal.timeout(patience);
      const reached = await Promise.all(uses.map((name) => models[name].reached(position, patient)));
      if (reached.includes(false)) throw new Refusal('not-caught-up', { retryAfter });
    },
  };
}

/** The position in an X-Min-Position header; undefined without one. @throws Refusal `position-unknown` when malformed */
export function parsePosition(header: string | undefined): bigint | undefined {
  if (header === undefined || header === '') return undefined;
  if (!/^\d{1,19}$/.test(header)) throw new Refusal('position-unknown');
  return BigInt(header);
}
