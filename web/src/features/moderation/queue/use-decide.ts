import { createContext, use, useCallback, useMemo, useRef, useState } from 'react';

import type { DecisionItem } from '#contracts/commands/decisions';
import { limits } from '#contracts/limits';
import type { QueueItem } from '#contracts/views/queue';

import { messageOf } from '../../../app/session-calls.ts';
import { toast } from '../../../ui/toast.ts';
import { verdictWord, whatOf } from '../kind-words.ts';
import { keyOf } from './rows.ts';
import { useSend } from './use-send.ts';
import { useUndo, type Batch, type Shown } from './use-undo.ts';

/** Milliseconds for which the toast offers Undo; `u` and the activity log reach further back. */
const undoShown = 10_000;
/** A decision about some items. */
export type Verdict = Pick<
  DecisionItem,
  'decision' | 'reason' | 'duplicateOf' | 'fields' | 'values' | 'force'
>;

export interface Decisions {
  /**
   * The rows leave at once; those whose decision is refused return, and a toast says why. `also`: decided in the same
   * step, before the others. Resolves to the refused items.
   */
  readonly decide: (
    items: readonly QueueItem[],
    verdict: Verdict,
    also?: readonly DecisionItem[],
  ) => Promise<readonly QueueItem[]>;
  /** Undoes the last decision made here, then the one before it. */
  readonly undo: () => void;
  /** The number of requests under way; no key decides while it has reached `aheadMost`. */
  readonly ahead: () => number;
  /** Calls the listener whenever a request has been answered; null removes it. */
  readonly onAnswered: (listener: (() => void) | null) => void;
  /** Registers the list that is on the screen. */
  readonly show: (shown: Shown | null) => void;
}

export const DecisionsContext = createContext<Decisions | null>(null);

/** @throws Error outside the desk */
export function useDecisions(): Decisions {
  const decisions = use(DecisionsContext);
  if (decisions === null) throw new Error('Decisions are available only inside the desk.');
  return decisions;
}

/** What went through, and why the rest did not. */
interface Outcome {
  readonly batches: readonly Batch[];
  readonly refusal: string | null;
}

const toDecision = ({ kind, id, entityType, entityId }: QueueItem, verdict: Verdict): DecisionItem => ({
  kind,
  id,
  entityType,
  entityId,
  ...verdict,
});

/** The progress of the decisions made here. */
export interface Sending {
  /** Not null while a long decision is under way. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** The number of unanswered requests. */
  readonly sending: number;
}

/** For the desk's frame: one instance for all its lists, so that `u` works on every screen. */
export function useDecisionsOfDesk(): Sending & { readonly decisions: Decisions } {
  const shown = useRef<Shown | null>(null);
  const [progress, setProgress] = useState<Sending['progress']>(null);
  const { send, sending, ahead, onAnswered } = useSend();
  const { remember, undo, undoLatest } = useUndo(shown);

  const sendAll = useCallback(
    async (
      items: readonly QueueItem[],
      verdict: Verdict,
      also: readonly DecisionItem[],
    ): Promise<Outcome> => {
      const batches: Batch[] = [];
      let refusal: string | null = null;
      for (let from = 0; from < items.length; from += limits.batchItems - also.length) {
        const slice = items.slice(from, from + limits.batchItems - also.length);
        if (items.length > slice.length) setProgress({ done: from, of: items.length });
        const before = from === 0 ? also : [];
        const answer = await send([...before, ...slice.map((item) => toDecision(item, verdict))]);
        if (answer.data === undefined) {
          refusal ??= messageOf(answer.error, 'Please try again.');
          break;
        }
        const { batchId, results } = answer.data;
        refusal ??= results.find(({ result }) => result === 'refused')?.message ?? null;
        const resultOf = new Map(results.map((each) => [keyOf(each), each.result]));
        const decided = slice.filter((item) => resultOf.get(keyOf(item)) !== 'refused');
        shown.current?.act({ type: 'settled', keys: decided.map(keyOf), at: Date.now() });
        if (decided.length > 0) batches.push({ batchId, items: decided });
      }
      setProgress(null);
      return { batches, refusal };
    },
    [send],
  );

  const decide = useCallback<Decisions['decide']>(
    async (given, verdict, also = []) => {
      // A city is approved before its places, which need it; it is declined after them, because it would take them
      // along.
      const first = verdict.decision === 'approve' ? 1 : -1;
      const cityFirst = (item: QueueItem) => (item.kind === 'city' ? first : 0);
      const items = [...given].sort((one, other) => cityFirst(other) - cityFirst(one));
      const act = shown.current?.act;
      const since = Date.now();
      act?.({ type: 'decided', items });
      const outcome = sendAll(items, verdict, also);
      const made = remember(outcome.then(({ batches }) => batches));
      const { batches, refusal } = await outcome;
      const done = batches.flatMap((batch) => batch.items);
      const failed = items.filter((item) => !done.includes(item));
      act?.({ type: 'returned', items: failed, choose: false, since, at: Date.now() });
      if (failed.length > 0) tellRefused(failed, done.length, refusal);
      else tellDone(done, verdict, () => undo(made));
      return failed;
    },
    [remember, sendAll, undo],
  );
  const show = useCallback((next: Shown | null) => {
    shown.current = next;
  }, []);
  const decisions = useMemo(
    () => ({ decide, undo: undoLatest, ahead, onAnswered, show }),
    [decide, undoLatest, ahead, onAnswered, show],
  );
  return { decisions, progress, sending };
}

function tellDone(done: readonly QueueItem[], { decision }: Verdict, undo: () => void): void {
  if (done.length === 0) return;
  toast({
    title: `${verdictWord(done, decision)}: ${whatOf(done)}`,
    duration: undoShown,
    action: { label: 'Undo', onAction: undo },
  });
}

function tellRefused(failed: readonly QueueItem[], done: number, why: string | null): void {
  toast({
    title: `Not decided: ${whatOf(failed)}`,
    text: (why ?? 'Please try again.') + (done > 0 ? ` The other ${done} went through.` : ''),
    variant: 'destructive',
  });
}
