import { Refusal } from '#contracts/errors';
import { limits } from '#contracts/limits';
import type { Person } from '#contracts/person';
import type { RecordStore } from '#stores/record-store/index';

/** Limits what each person's and each network's uploads cost: the time to decode them, and their bytes. */
export interface Allowance {
  /** @throws Refusal `too-many-requests` when it is used up */
  check(sender: Sender): Promise<void>;
  count(sender: Sender, cost: Cost): Promise<void>;
}

export interface Sender {
  readonly person: Person;
  readonly network: string;
}

export interface Cost {
  /** Bytes that arrived. */
  readonly bytes: number;
  /** Milliseconds of processor time. */
  readonly decoding: number;
}

const day = 24 * 60 * 60 * 1000;
const tenMinutes = 10 * 60 * 1000;

/** `clock`: milliseconds since 1970. */
export function createAllowance(counters: RecordStore['limits'], clock: () => number): Allowance {
  return {
    async check(sender) {
      const now = clock();
      for (const { key, window, most } of windowsOf(sender)) {
        const { count, resetsAt } = await counters.peek(key, window, now);
        if (count < most) continue;
        throw new Refusal('too-many-requests', { retryAfter: Math.ceil((resetsAt - now) / 1000) });
      }
    },
    async count(sender, cost) {
      const now = clock();
      for (const { key, window, what } of windowsOf(sender)) {
        if (cost[what] > 0) await counters.hit(key, window, now, Math.ceil(cost[what]));
      }
    },
  };
}

/** Bytes of trusted people and moderators are not counted. */
function windowsOf({ person, network }: Sender) {
  const decoding = { what: 'decoding', window: tenMinutes } as const;
  const isKnown = person.isTrusted || person.canModerate;
  return [
    { ...decoding, key: `decoding:${person.userId}`, most: limits.decodingOfPerson },
    { ...decoding, key: `decoding:${network}`, most: limits.decodingOfNetwork },
    ...(isKnown
      ? []
      : [
          {
            what: 'bytes',
            window: day,
            key: `upload-bytes:${network}`,
            most: limits.uploadBytesOfNetwork,
          } as const,
        ]),
  ];
}
