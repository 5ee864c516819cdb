import { createWindowCounter } from '#platform/concurrency/window-counter';
import { limits } from '#contracts/shared/limits';
import type { Person } from '#contracts/shared/person';
import type { RecordStore } from '#platform/record-store/index';

import { tooMany } from '../http/rate-limits.ts';

/** Limits what each person's and each network's uploads cost: the time to decode them, and their bytes. */
export interface Allowance {
  /** @throws Refusal `too-many-requests` when it is used up */
  check(sender: Sender): Promise<void>;
  count(sender: Sender, cost: Cost): Promise<void>;
}

interface Sender {
  readonly person: Person;
  readonly network: string;
}

interface Cost {
  /** Bytes that arrived. */
  readonly bytes: number;
  /** Milliseconds of processor time. */
  readonly decoding: number;
}

const day = 24 * 60 * 60 * 1000;
const tenMinutes = 10 * 60 * 1000;

/** `clock`: milliseconds since 1970. */
export function createAllowance(windows: RecordStore['limits'], clock: () => number): Allowance {
  const counters = {
    decoding: createWindowCounter(windows, { width: tenMinutes }),
    bytes: createWindowCounter(windows, { width: day }),
  };
  return {
    async check(sender) {
      const now = clock();
      for (const { what, key, most } of limitsOf(sender)) {
        const opensAt = await counters[what].fullUntil({ key, most, now });
        if (opensAt !== undefined) throw tooMany(opensAt, now);
      }
    },
    async count(sender, cost) {
      const now = clock();
      for (const { what, key } of limitsOf(sender)) {
        if (cost[what] > 0) await counters[what].add(key, now, Math.ceil(cost[what]));
      }
    },
  };
}

/** Bytes of trusted people and moderators are not counted. */
function limitsOf({ person, network }: Sender) {
  const isKnown = person.isTrusted || person.canModerate;
  const bytes = { what: 'bytes', key: `upload-bytes:${network}`, most: limits.uploadBytesOfNetwork } as const;
  return [
    { what: 'decoding', key: `decoding:${person.userId}`, most: limits.decodingOfPerson } as const,
    { what: 'decoding', key: `decoding:${network}`, most: limits.decodingOfNetwork } as const,
    ...(isKnown ? [] : [bytes]),
  ];
}
