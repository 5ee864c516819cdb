import { asError } from '#contracts/shared/as-error';
import type { RecordStore } from '#platform/record-store/index';
import { pause } from '#platform/concurrency/waiting';

/** Follows changes of public names, because cached responses contain them. */
export interface NameChanges extends AsyncDisposable {
  /**
   * Even while changes are followed, otherwise odd. Equal, even versions before and after mean that the names are
   * current.
   */
  readonly version: number;
}

export interface NameChangesOptions {
  readonly accounts: Pick<RecordStore['accounts'], 'renamed'>;
  /** Drops the responses that name this account. */
  readonly drop: (userId: string) => void;
  readonly dropAll: () => void;
  readonly onError: (error: Error) => void;
}

const retryAfter = 250; // milliseconds

/** Follows name changes until it is disposed of. While the store does not respond, any name may have changed. */
export function followNames({ accounts, drop, dropAll, onError }: NameChangesOptions): NameChanges {
  const stop = new AbortController();
  let version = 1;
  const follow = async (): Promise<void> => {
    const renamed = accounts.renamed(stop.signal);
    dropAll();
    version += 1;
    for await (const userId of renamed) {
      drop(userId);
      version += 2;
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await follow();
      } catch (error) {
        onError(asError(error));
      }
      if (version % 2 === 0) version += 1;
      await pause(retryAfter, stop.signal);
    }
  };
  const running = run();
  return {
    get version() {
      return version;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
