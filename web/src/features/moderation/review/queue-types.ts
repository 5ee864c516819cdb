import type { QueueItem } from '#contracts/moderation/views';

import type { DecidedElsewhere, Row, Sort } from '../desk/rows.ts';

/**
 * A list of waiting items, and what is chosen in it. Nothing moves under a pointer: new items wait behind a pill while
 * somebody is at the list, items that others decided stay as ghosts, and items decided here leave at once.
 */
export interface QueueState {
  readonly sort: Sort;
  /** Whether an answer has come. */
  readonly loaded: boolean;
  readonly rows: readonly Row[];
  /** Arrived, but not shown yet. */
  readonly held: readonly QueueItem[];
  /** How many items wait, by the last answer. */
  readonly total: number;
  /** Whether the rows are the whole queue, not only its beginning. */
  readonly complete: boolean;
  /** Decided here: not to be shown even if an answer still contains them. */
  readonly out: ReadonlyMap<string, DecidedHere>;
  /** Decided here, and the socket has not said so yet: when it does, the decision may have been taken back. */
  readonly untold: ReadonlySet<string>;
  /** When the last answer was requested (ms). */
  readonly asked: number;
  /** Items that others decided lately, also after their ghosts have gone; a dialog about such an item says so. */
  readonly left: ReadonlyMap<string, DecidedElsewhere>;
  readonly pointed: boolean;
  readonly focused: boolean;
  /** Whether photos that were sent together are one line; the keys of the rows whose set is open. */
  readonly inSets: boolean;
  readonly opened: ReadonlySet<string>;
  /** The key of a line. */
  readonly chosen: string | null;
  readonly selected: ReadonlySet<string>;
  /**
   * Not null after somebody else's action changed what a key would decide on: first `unseen`, then the time (ms) since
   * which the new row has been on the screen.
   */
  readonly guard: 'unseen' | number | null;
}

export type QueueAction =
  | {
      readonly type: 'answered';
      readonly items: readonly QueueItem[];
      readonly total: number;
      /** Whether the answer ends where the queue ends. */
      readonly complete: boolean;
      /** When it was requested (ms): it may lack anything reported later. */
      readonly asked: number;
      readonly at: number;
    }
  | { readonly type: 'continued'; readonly items: readonly QueueItem[]; readonly complete: boolean }
  | {
      readonly type: 'gone';
      readonly keys: readonly string[];
      readonly by: DecidedElsewhere['by'];
      readonly at: number;
      /** The viewer decided it, here or elsewhere. */
      readonly own?: boolean;
    }
  | { readonly type: 'swept'; readonly before: number }
  | { readonly type: 'pointed' | 'focused'; readonly on: boolean }
  | { readonly type: 'revealed' }
  /** The list is about to be read anew from its beginning. */
  | { readonly type: 'restarted' }
  | { readonly type: 'decided'; readonly items: readonly QueueItem[] }
  /** The server has confirmed these decisions at this time (ms). */
  | { readonly type: 'settled'; readonly keys: readonly string[]; readonly at: number }
  /** These items wait again; `since` and `at`: when their return was requested and confirmed (ms). */
  | {
      readonly type: 'returned';
      readonly items: readonly QueueItem[];
      readonly choose: boolean;
      readonly since: number;
      readonly at: number;
      /** Why their decisions were refused, and which of them for a change since they were viewed; by key. */
      readonly refused?: ReadonlyMap<string, string>;
      readonly changed?: ReadonlySet<string>;
    }
  /** This revision of the item has been on the screen whole. */
  | { readonly type: 'viewed'; readonly key: string; readonly revision: number }
  /** Whoever looks at it is about to change it, which will be no surprise. */
  | { readonly type: 'correcting'; readonly key: string }
  | { readonly type: 'chosen'; readonly key: string }
  /** Opens or closes the set that a row is of. */
  | { readonly type: 'opened'; readonly key: string; readonly on: boolean }
  | { readonly type: 'moved' | 'extended'; readonly by: number }
  | { readonly type: 'selected'; readonly keys: readonly string[]; readonly on: boolean }
  | { readonly type: 'selected-all' | 'cleared' }
  | { readonly type: 'seen'; readonly at: number };

/** An item decided here. An answer requested before `settled` (ms), the server's confirmation, may still count it. */
export interface DecidedHere {
  readonly item: QueueItem;
  readonly settled: number | null;
}
