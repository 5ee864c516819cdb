import type { DecisionItem } from '#contracts/moderation/commands';
import type { QueueItem } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import { newId } from '../../../lib/new-id.ts';
import { useViewer } from '../../../lib/session.ts';
import { useAppDispatch, type Dispatch } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { numberText } from '../../../lib/words.ts';
import { keyOf } from '../desk/rows.ts';
import {
  doneTitle,
  failureToast,
  hasFailed,
  isChanged,
  isLate,
  nothingYet,
  outcomeOf,
  together,
} from './outcome.ts';
import { createBatches, createSender, type Responses, type Press } from './send.ts';
import { createUndo, takeIn, type Shown } from './undo.ts';

/** Milliseconds for which the toast offers Undo; the key `u` and the activity log can undo older decisions. */
export const undoShown = 10_000;
/** Milliseconds for which items are added to a batch: ten minutes less than the server accepts. */
const batchWithin = 50 * 60_000;
/** A decision, without the items that it is about. */
export type Verdict = Pick<
  DecisionItem,
  'decision' | 'reason' | 'duplicateOf' | 'fields' | 'values' | 'force'
>;

export type Decisions = ReturnType<typeof createDecisions>;

interface Desk {
  readonly dispatch: Dispatch;
  readonly userId: string;
  readonly decisions: Decisions;
}
let latest: Desk | null = null;

/** One instance for all screens of a person's desk: a decision continues, and can be undone, on each of them. */
function decisionsOf(dispatch: Dispatch, userId: string): Decisions {
  if (latest?.dispatch !== dispatch || latest.userId !== userId)
    latest = { dispatch, userId, decisions: createDecisions(dispatch, userId) };
  return latest.decisions;
}

/** The decisions of the person who is signed in. */
export const useDecisions = (): Decisions => decisionsOf(useAppDispatch(), useViewer().user?.id ?? '');

const toDecision = (
  { kind, id, entityType, entityId, revision }: QueueItem,
  verdict: Verdict,
): DecisionItem => ({ kind, id, entityType, entityId, revision, ...verdict });

function createDecisions(dispatch: Dispatch, userId: string) {
  let shown: Shown | null = null;
  const { send, ahead } = createSender(dispatch);
  const { sendAll, ...ofLong } = createBatches(send, userId);
  const { remember, undo, undoLatest } = createUndo(dispatch, () => shown);
  // The outcome of all decisions that were being sent at the same time: one toast reports them all.
  let burst = nothingYet;
  /** Decided items that the server has not confirmed yet, by key. */
  const underWay = new Map<string, QueueItem>();

  const decideAll = async (press: Press, items: readonly QueueItem[]): Promise<readonly QueueItem[]> => {
    if (ahead() === 0) burst = nothingYet;
    const list = shown;
    const since = Date.now();
    for (const item of items) underWay.set(keyOf(item), item);
    list?.act({ type: 'decided', items });
    const sent = sendAll(press, (results) => {
      const settled = results.filter(({ result }) => result !== 'refused').map(keyOf);
      for (const key of settled) underWay.delete(key);
      shown?.act({ type: 'settled', keys: settled, at: Date.now() });
    });
    const isDone = ({ results }: Responses) => {
      const done = new Set(results.flatMap((each) => (each.result === 'refused' ? [] : [keyOf(each)])));
      return (item: QueueItem) => done.has(keyOf(item));
    };
    const made = remember(
      sent.then((responses) => {
        const { batchId, results } = responses;
        const along = new Set(press.along.map(keyOf));
        if (batchId === null || results.every(({ result }) => result === 'refused')) return null;
        return { batchId, items: items.filter(isDone(responses)), along };
      }),
    );
    const responses = await sent;
    const failed = items.filter((item) => !isDone(responses)(item));
    for (const item of failed) underWay.delete(keyOf(item));
    if (shown !== null) {
      const { act, wants } = shown;
      giveBack(shown, act === list?.act ? failed : failed.filter(wants), responses, since);
    }
    const outcome = outcomeOf(press, responses, items);
    burst = together(burst, outcome);
    if (hasFailed(burst)) toast(failureToast(burst));
    else if (outcome.done.length > 0) {
      const isPart = responses.left.length > 0;
      toast({
        title: doneTitle(outcome.done, press) + (isPart ? ` of ${numberText(press.of)}` : ''),
        duration: undoShown,
        action: { label: 'Undo', onAction: () => undo(made) },
      });
    }
    return failed;
  };

  return {
    ...ofLong,
    /**
     * Removes the rows at once. If a decision is refused, its row returns and a toast says why. `along`: decisions to
     * send first, in the same call. Resolves to the items whose decisions failed.
     */
    decide: async (
      given: readonly QueueItem[],
      verdict: Verdict,
      along: readonly DecisionItem[] = [],
    ): Promise<readonly QueueItem[]> => {
      if (given.length > limits.batchItems && ofLong.long.get().progress !== null) {
        toast({ title: 'One moment', text: 'The decision before is still being sent.' });
        return given;
      }
      // A city is approved before its places, because they need an approved city. It is declined after them, because
      // declining a city declines its places too.
      const first = verdict.decision === 'approve' ? 1 : -1;
      const cityFirst = (item: QueueItem) => (item.kind === 'city' ? first : 0);
      const items = [...given].sort((one, other) => cityFirst(other) - cityFirst(one));
      const decisions = items.map((item) => toDecision(item, verdict));
      const batchId = items.length > limits.batchItems ? newId() : null;
      const press = { batchId, begun: Date.now(), of: items.length, verdict, along };
      return decideAll({ ...press, items: decisions }, items);
    },
    /** Remembers the merging of a place, and returns the function that undoes it. */
    merged: (batchId: string, name: string): (() => void) => {
      const made = remember(Promise.resolve({ batchId, items: [], along: new Set(), merged: name }));
      return () => undo(made);
    },
    /** Undoes the last decision made here, then the one before it. */
    undo: undoLatest,
    /** Sends the rest of a long decision. */
    goOn: () => {
      const { rest } = ofLong.long.get();
      if (rest === null) return;
      const keys = new Set(rest.items.map(keyOf));
      const items = shown?.items().filter((item) => keys.has(keyOf(item))) ?? [];
      const isOpen = Date.now() - rest.begun < batchWithin;
      const batch = isOpen ? {} : { batchId: newId(), begun: Date.now() };
      void decideAll({ ...rest, ...batch, along: [] }, items);
    },
    /** Registers the list on the screen, and removes items from it that are already decided. */
    show: (next: Shown | null) => {
      shown = next;
      const items = next === null ? [] : [...underWay.values()].filter(next.wants);
      if (items.length > 0) next?.act({ type: 'decided', items });
    },
  };
}

/** Returns undecided items to the list, and marks those that another person had decided with that person's name. */
function giveBack(list: Shown, items: readonly QueueItem[], responses: Responses, since: number): void {
  if (items.length === 0) return;
  const refused = new Map<string, string>();
  if (responses.failure !== null)
    for (const item of responses.left) refused.set(keyOf(item), responses.failure);
  for (const each of responses.results)
    if (each.result === 'refused' && each.message !== null) refused.set(keyOf(each), each.message);
  const changed = new Set(responses.results.filter(isChanged).map(keyOf));
  takeIn(list, { items, choose: false, since, refused, changed });
  for (const { by, ...item } of responses.results.filter(isLate))
    list.act({ type: 'gone', keys: [keyOf(item)], by, at: Date.now() });
}
