import type { Logger } from 'pino';

import { pause } from '#platform/concurrency/waiting';
import type { RecordStore } from '#platform/record-store/index';

/**
 * Runs `work` until it is disposed of, in only one of several processes. Its signal is aborted when it must stop. After
 * a failure, which is logged with `complaint`, it starts again `retryAfter` milliseconds later.
 */
export function startInOneProcess(
  { records, logger }: { readonly records: Pick<RecordStore, 'lease'>; readonly logger: Logger },
  { lease, complaint, retryAfter }: { lease: string; complaint: string; retryAfter: number },
  work: (signal: AbortSignal) => Promise<void>,
): AsyncDisposable {
  const stop = new AbortController();
  const takeTurn = async (): Promise<void> => {
    await using held = await records.lease(lease, stop.signal);
    await work(AbortSignal.any([stop.signal, held.lost]));
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      await takeTurn().catch((error: unknown) => {
        if (!stop.signal.aborted) logger.warn({ err: error }, complaint);
      });
      await pause(retryAfter, stop.signal);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
