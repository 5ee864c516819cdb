import type { QueueItem } from '#contracts/moderation/views';

import type { DecidedElsewhere, Row, Sort } from '../desk/rows.ts';

/**
 * A list of waiting items, and what is chosen in it. Nothing moves under a pointer: while the pointer or the focus is
 * in the list, new items wait behind a pill. Items that others decided stay as ghosts; those decided here leave at
 * once.
 */
export interface QueueState {
  readonly sort: Sort;
  /** Whether a response has arrived. */
  readonly loaded: boolean;
  readonly rows: readonly Row[];
  /** Items that arrived but are not shown yet. */
  readonly held: readonly QueueItem[];
  /** How many items wait: the last response's total, adjusted for later decisions. */
  readonly total: number;
  /** Whether the rows are the whole queue, not only its first pages. */
  readonly complete: boolean;
  /** Items decided here. They are not shown even if a response still contains them. */
  readonly out: ReadonlyMap<string, DecidedHere>;
  /** Items decided here whose socket message is still to come; by then, the decision may have been undone. */
  readonly untold: ReadonlySet<string>;
  /** When the last response was requested (ms). */
  readonly asked: number;
  /** Items that others decided recently, even if their ghosts are removed; a dialog about such an item says so. */
  readonly left: ReadonlyMap<string, DecidedElsewhere>;
  readonly pointed: boolean;
  readonly focused: boolean;
  /** Whether photos that were sent together are one line. `opened`: the keys of the rows whose set is open. */
  readonly inSets: boolean;
  readonly opened: ReadonlySet<string>;
  /** The key of a line. */
  readonly chosen: string | null;
  readonly selected: ReadonlySet<string>;
  /**
   * Not null after another person's action changed what a key would decide on: first `unseen`, then the time (ms) at
   * which the new row appeared on the screen.
   */
  readonly guard: 'unseen' | number | null;
}

export type QueueAction =
  | {
      readonly type: 'answered';
      readonly items: readonly QueueItem[];
      readonly total: number;
      /** Whether the response reaches the end of the queue. */
      readonly complete: boolean;
      /** When it was requested (ms): it may lack changes reported later. */
      readonly asked: number;
      readonly at: number;
    }
  | { readonly type: 'continued'; readonly items: readonly QueueItem[]; readonly complete: boolean }
  | {
      readonly type: 'gone';
      readonly keys: readonly string[];
      readonly by: DecidedElsewhere['by'];
      readonly at: number;
      /** Whether the viewer decided it, here or elsewhere. */
      readonly own?: boolean;
    }
  | { readonly type: 'swept'; readonly before: number }
  | { readonly type: 'pointed' | 'focused'; readonly on: boolean }
  | { readonly type: 'revealed' }
  | { readonly type: 'decided'; readonly items: readonly QueueItem[] }
  /** The server has confirmed these decisions at this time (ms). */
  | { readonly type: 'settled'; readonly keys: readonly string[]; readonly at: number }
  /** These items wait again, because of an undo (`choose`) or because their decisions failed. */
  | {
      readonly type: 'returned';
      readonly items: readonly QueueItem[];
      readonly choose: boolean;
      /** When the undo or the decision was requested, and when it was answered (ms). */
      readonly since: number;
      readonly at: number;
      /** By key: why decisions were refused. `changed`: which were refused because the item had changed. */
      readonly refused?: ReadonlyMap<string, string>;
      readonly changed?: ReadonlySet<string>;
    }
  /** The screen showed this revision of the item completely. */
  | { readonly type: 'viewed'; readonly key: string; readonly revision: number }
  /** The viewer is about to change the item, so its change is not reported to them. */
  | { readonly type: 'correcting'; readonly key: string }
  | { readonly type: 'chosen'; readonly key: string }
  /** Opens or closes the set that contains the row. */
  | { readonly type: 'opened'; readonly key: string; readonly on: boolean }
  | { readonly type: 'moved' | 'extended'; readonly by: number }
  | { readonly type: 'selected'; readonly keys: readonly string[]; readonly on: boolean }
  | { readonly type: 'selected-all' | 'cleared' }
  | { readonly type: 'seen'; readonly at: number };

/** An item decided here. A response requested before the server confirmed it (`settled`, ms) may still count it. */
export interface DecidedHere {
  readonly item: QueueItem;
  readonly settled: number | null;
}
