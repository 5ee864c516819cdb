import type { QueueItem } from '#contracts/moderation/views';

import { messageOf } from '../../../lib/session-calls.ts';
import type { Dispatch } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { deskApi } from '../desk/desk-api.ts';
import { whatOf, type Named } from '../desk/kind-words.ts';
import { keyOf, unknownRevision } from '../desk/rows.ts';
import type { QueueAction } from './queue-types.ts';

/** The list on the screen, to which returned items are added. */
export interface Shown {
  readonly act: (action: QueueAction) => void;
  readonly wants: (item: QueueItem) => boolean;
  /** The items that are loaded. */
  readonly items: () => readonly QueueItem[];
  /** Reads at least this many rows again. */
  readonly refetch: (least: number) => Promise<void>;
}

/** The batch of one press, and those of its items that the list had. */
interface Batch {
  readonly batchId: string;
  readonly items: readonly QueueItem[];
  /** The keys of items that were decided along with them and are not reported in toasts. */
  readonly along: ReadonlySet<string>;
  /** The name of the place, if the batch merged it into another. */
  readonly merged?: string;
}

/** A decision made here. `batch` resolves once it is answered; to null if nothing went through or it was undone. */
interface Made {
  batch: Promise<Batch | null>;
  isUndoAsked: boolean;
}

/** More decisions than a person undoes one by one; the activity log can undo older ones. */
const decisionsKept = 100;

/** Remembers the latest decisions made here and undoes them. If an undo fails, it can be tried again. */
export function createUndo(dispatch: Dispatch, shown: () => Shown | null) {
  let decisions: readonly Made[] = [];
  let turn: Promise<void> = Promise.resolve();

  const keep = async (made: Made) => {
    if ((await made.batch) === null) decisions = decisions.filter((each) => each !== made);
  };
  /** Undoes the decision as soon as its own response has arrived. */
  const undo = (made: Made) => {
    if (made.isUndoAsked) return;
    made.isUndoAsked = true;
    turn = turn.then(async () => {
      const batch = await made.batch;
      if (batch !== null) made.batch = takeBack(dispatch, shown, batch);
      await keep(made);
      made.isUndoAsked = false;
    });
  };
  return {
    undo,
    /** Adds a decision as soon as it is made, so that an undo finds it before it is answered. */
    remember: (batch: Made['batch']): Made => {
      const made = { batch, isUndoAsked: false };
      decisions = [...decisions, made].slice(-decisionsKept);
      void keep(made);
      return made;
    },
    /** Undoes the latest decision, then the one before it. */
    undoLatest: () => {
      const latest = decisions.findLast(({ isUndoAsked }) => !isUndoAsked);
      if (latest !== undefined) undo(latest);
      else toast({ title: 'Nothing more to undo here', text: 'Activity goes back 30 days.' });
    },
  };
}

/**
 * Undoes a batch, and returns its items to the list on the screen if they match its filter. Resolves to the batch if
 * the undo failed, otherwise to null.
 */
async function takeBack(dispatch: Dispatch, shown: () => Shown | null, batch: Batch): Promise<Batch | null> {
  const since = Date.now();
  const { undoBatch } = deskApi.endpoints;
  const tellKept = (kept: readonly Named[], text: string): void =>
    toast({ title: `Not undone: ${batch.merged ?? whatOf(kept)}`, text, variant: 'destructive' });
  const { data, error } = await dispatch(undoBatch.initiate(batch.batchId, { track: false }));
  if (data === undefined) {
    tellKept(batch.items, messageOf(error, 'Please try again.'));
    return batch;
  }
  const named = new Map(batch.items.map((item) => [keyOf(item), item]));
  const told = data.results
    .filter((each) => !batch.along.has(keyOf(each)))
    .map((each) => ({ ...(named.get(keyOf(each)) ?? { kind: each.kind }), each }));
  const back = told.filter(({ each }) => each.result !== 'refused');
  const kept = told.filter(({ each }) => each.result === 'refused');
  const list = shown();
  const returned = new Set(back.map(({ each }) => keyOf(each)));
  const items = batch.items
    .filter((item) => returned.has(keyOf(item)) && list?.wants(item) === true)
    .map((item) => ({ ...item, revision: unknownRevision }));
  if (list !== null && items.length > 0) takeIn(list, { items, choose: true, since });
  if (kept.length > 0) tellKept(kept, kept[0]?.each.message ?? 'It was decided again since.');
  else if (batch.merged !== undefined) toast({ title: 'Parted again' });
  else if (back.length > 0) toast({ title: `Waiting again: ${whatOf(back)}` });
  return null;
}

type Returned = Extract<QueueAction, { type: 'returned' }>;

/** Returns items to the list, and reads all of its rows again to get their current revisions. */
export function takeIn({ act, items, refetch }: Shown, returned: Omit<Returned, 'type' | 'at'>): void {
  act({ ...returned, type: 'returned', at: Date.now() });
  void refetch(items().length + returned.items.length);
}
