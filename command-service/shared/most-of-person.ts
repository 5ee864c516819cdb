import type { RecordStore } from '#platform/record-store/index';

/** How much a person may have waiting: more after something of theirs was approved. */
export interface MostOfPerson {
  readonly of: (userId: string) => Promise<number>;
  /** Remembers that something was approved, whether it was just found or the reading side knows it. */
  readonly learn: (userId: string, found: { readonly approved: boolean }) => Promise<void>;
}

export interface MostOfPersonOptions {
  readonly quotas: RecordStore['quotas'];
  readonly hasApproved: (userId: string) => Promise<boolean>;
  /** The name under which the records store it. */
  readonly keyOf: (userId: string) => string;
  readonly newcomer: number;
  readonly person: number;
}

export function createMostOfPerson(options: MostOfPersonOptions): MostOfPerson {
  const { quotas, hasApproved, keyOf, newcomer, person } = options;
  return {
    of: async (userId) => ((await quotas.amount(keyOf(userId))) > 0 ? person : newcomer),
    async learn(userId, { approved }) {
      if (approved || (await hasApproved(userId))) await quotas.set(keyOf(userId), 1);
    },
  };
}
