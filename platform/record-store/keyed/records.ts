import type { RecordStore } from '../port.ts';
import { createLimits, createQuotas } from './counters.ts';
import { createIdempotency } from './idempotency.ts';
import type { Keyed } from './port.ts';
import { createSignIns, createTokens } from './secrets.ts';
import { createWaiting } from './waiting.ts';

type KeyedRecords = Pick<
  RecordStore,
  'settings' | 'tokens' | 'signIns' | 'idempotency' | 'limits' | 'quotas' | 'waiting'
>;

/** The records that are entries of the keyed store. `durable`: the same entries; its writes survive a power failure. */
export const createKeyedRecords = (
  keyed: Keyed,
  { durable, accounts }: { readonly durable: Keyed; readonly accounts: RecordStore['accounts'] },
): KeyedRecords => ({
  settings: createSettings(keyed),
  tokens: createTokens(durable, accounts),
  signIns: createSignIns(keyed),
  idempotency: createIdempotency(keyed),
  limits: createLimits(keyed),
  quotas: createQuotas(keyed),
  waiting: createWaiting(keyed),
});

export const settingKey = (name: string): string => `setting:${name}`;

function createSettings(keyed: Keyed): RecordStore['settings'] {
  return {
    async get(name) {
      const entry = await keyed.get(settingKey(name));
      return entry && String(entry.value);
    },
    set: (name, value) => keyed.put(settingKey(name), { value }),
  };
}
