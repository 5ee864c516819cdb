import { asError } from '#contracts/as-error';
import type { RecordStore } from '#stores/record-store/index';
import { pause } from '#stores/waiting';

/** Which public names have changed, as this process sees it: answers that are kept contain them. */
export interface NameChanges extends AsyncDisposable {
  /** Even while they are followed, odd while not. An answer made between two equal, even stamps has the names of now. */
  readonly stamp: number;
}

export interface NameChangesOptions {
  readonly accounts: Pick<RecordStore['accounts'], 'renamed'>;
  /** Drops the answers that name this account. */
  readonly drop: (userId: string) => void;
  readonly dropAll: () => void;
  readonly onError: (error: Error) => void;
}

const retryAfter = 250; // milliseconds

/** Follows them until disposed of. While the store does not answer, every name may have changed. */
export function followNames({ accounts, drop, dropAll, onError }: NameChangesOptions): NameChanges {
  const stop = new AbortController();
  let stamp = 1;
  const follow = async (): Promise<void> => {
    const renamed = accounts.renamed(stop.signal);
    dropAll();
    stamp += 1;
    for await (const userId of renamed) {
      drop(userId);
      stamp += 2;
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await follow();
      } catch (error) {
        onError(asError(error));
      }
      if (stamp % 2 === 0) stamp += 1;
      await pause(retryAfter, stop.signal);
    }
  };
  const running = run();
  return {
    get stamp() {
      return stamp;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
