import { Refusal } from '#contracts/shared/errors';

import type { RequestMiddleware } from './context.ts';

/** Seconds after which an operator may have repaired it. */
const retryAfter = 30;

/**
 * Refuses commands while their results could not be shown. `stopped`: which read model has stopped, in a sentence.
 * @throws Refusal `read-model-stopped`
 */
export const refuseWhenStopped =
  (stopped: () => Promise<string | undefined>): RequestMiddleware =>
  async (_ctx, next) => {
    const detail = await stopped();
    if (detail !== undefined) throw new Refusal('read-model-stopped', { detail, retryAfter });
    await next();
  };
