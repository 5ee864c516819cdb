import type { RecordStore } from '../port.ts';
import { endOfWindow } from '../times.ts';
import type { Keyed } from './port.ts';

const amountOf = async (keyed: Keyed, key: string): Promise<number> =>
  Number((await keyed.get(key))?.value ?? 0);

/** Counters of windows: one entry per window in which something was counted. */
export function createLimits(keyed: Keyed): RecordStore['limits'] {
  const windowOf = (key: string, width: number, now: number) => {
    const resetsAt = endOfWindow(width, now);
    return { window: `window:${width}:${resetsAt}:${key}`, resetsAt };
  };
  return {
    async hit(key, windowMs, now, amount = 1) {
      const { window, resetsAt } = windowOf(key, windowMs, now);
      return { count: (await keyed.add(window, amount, { expire: resetsAt })) ?? amount, resetsAt };
    },
    async peek(key, windowMs, now) {
      const { window, resetsAt } = windowOf(key, windowMs, now);
      return { count: await amountOf(keyed, window), resetsAt };
    },
  };
}

/** How much is in use under each key: one entry per key with an amount. */
export function createQuotas(keyed: Keyed): RecordStore['quotas'] {
  const keyOf = (key: string) => `quota:${key}`;
  const release: RecordStore['quotas']['release'] = async (amounts) => {
    for (const { key, amount } of amounts) await keyed.subtract(keyOf(key), amount);
  };
  return {
    async reserve(claims) {
      for (const [index, { key, amount, most }] of claims.entries()) {
        if ((await keyed.add(keyOf(key), amount, { most })) !== undefined) continue;
        await release(claims.slice(0, index));
        return { granted: false, key };
      }
      return { granted: true };
    },
    release,
    set: async (key, amount) => {
      if (amount > 0) await keyed.put(keyOf(key), { value: amount });
      else await keyed.take(keyOf(key));
    },
    amount: (key) => amountOf(keyed, keyOf(key)),
  };
}
