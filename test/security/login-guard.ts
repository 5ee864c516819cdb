import { createLoginGuard } from '#command-service/account/login-guard';
import type { RecordStore } from '#platform/record-store/index';

/** Resolves after a pause of that many milliseconds. */
export type Wait = (milliseconds: number) => Promise<unknown>;

export const successesPerMinute = 100;

/** A login guard as a function of address, email and comparison. It does not pause unless `wait` is given. */
export function guardOn(records: RecordStore, wait: Wait = async () => undefined) {
  const limits = { failuresPerMinute: 5, signInsPerMinute: successesPerMinute };
  const guard = createLoginGuard({ records, clock: Date.now, ...limits, wait });
  return async <T>(address: string, email: string, check: () => Promise<T | undefined>) => {
    const result = await guard.attempt({ address, email }, check);
    if (result !== undefined) await guard.signedIn({ address, email });
    return result;
  };
}
