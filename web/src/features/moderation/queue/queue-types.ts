import type { Gone, Listed, Row, Sort } from './rows.ts';

/**
 * A list of what waits, and what is chosen in it. Nothing moves under a pointer: what arrives while somebody is at
 * the list waits behind a pill, what another hand decided stays as a ghost, what was decided here leaves at once.
 */
export interface QueueState<T extends Listed> {
  readonly sort: Sort;
  /** An answer has come. */
  readonly loaded: boolean;
  readonly rows: readonly Row<T>[];
  /** Arrived, and not yet shown. */
  readonly held: readonly T[];
  /** How many wait by the last answer. */
  readonly total: number;
  /** The rows are all that there is, not only the first of it. */
  readonly complete: boolean;
  /** Decided here, and not to be shown although an answer may still hold them. */
  readonly out: ReadonlyMap<string, Out<T>>;
  /** When the last answer was asked for (ms). */
  readonly asked: number;
  /** What another hand decided lately, also once its ghost is gone: a dialog about it says so. */
  readonly left: ReadonlyMap<string, Gone>;
  readonly pointed: boolean;
  readonly focused: boolean;
  readonly chosen: string | null;
  readonly selected: ReadonlySet<string>;
  /** Where a selection by Shift begins. */
  readonly anchor: string | null;
  /**
   * Not null after somebody else's doing has changed what a key would decide on: `unseen`, then the time (ms) from
   * which the new row has been on the screen.
   */
  readonly guard: 'unseen' | number | null;
}

export type QueueAction<T extends Listed> =
  | {
      readonly type: 'answered';
      readonly items: readonly T[];
      readonly total: number;
      /** The answer ends where the queue ends. */
      readonly complete: boolean;
      /** When it was asked for (ms): what was told after that, it may not know. */
      readonly asked: number;
      readonly at: number;
    }
  | { readonly type: 'continued'; readonly items: readonly T[]; readonly complete: boolean }
  | { readonly type: 'gone'; readonly keys: readonly string[]; readonly by: Gone['by']; readonly at: number }
  | { readonly type: 'swept'; readonly before: number }
  | { readonly type: 'pointed' | 'focused'; readonly on: boolean }
  | { readonly type: 'revealed' }
  | { readonly type: 'decided'; readonly items: readonly T[] }
  /** The server has said that it decided so (ms). */
  | { readonly type: 'settled'; readonly keys: readonly string[]; readonly at: number }
  /** They wait again; `since`: when that was asked for (ms). */
  | {
      readonly type: 'returned';
      readonly items: readonly T[];
      readonly choose: boolean;
      readonly since: number;
    }
  | { readonly type: 'chosen'; readonly key: string }
  | { readonly type: 'moved' | 'extended'; readonly by: 1 | -1 }
  | { readonly type: 'selected'; readonly keys: readonly string[]; readonly on: boolean }
  | { readonly type: 'selected-all' | 'cleared' }
  | { readonly type: 'seen'; readonly at: number };

/** What was decided here: an answer that was asked for before the server had done it (ms) may still count it. */
export interface Out<T extends Listed> {
  readonly item: T;
  readonly settled: number | null;
}
