import { createContext, use, useRef } from 'react';

import type { DecisionItem } from '#contracts/moderation/commands';
import type { QueueItem } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import { newId } from '../../../lib/new-id.ts';
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
import type { Rest } from './rest.ts';
import { useBatches, useSend, type Answers, type Long, type Press } from './use-send.ts';
import { useUndo, type Shown } from './use-undo.ts';

/** Milliseconds for which the toast offers Undo; `u` and the activity log reach further back. */
const undoShown = 10_000;
/** Milliseconds for which a batch takes more: ten minutes less than on the server. */
const batchWithin = 50 * 60_000;
/** A decision about some items. */
export type Verdict = Pick<
  DecisionItem,
  'decision' | 'reason' | 'duplicateOf' | 'fields' | 'values' | 'force'
>;

export interface Decisions {
  /**
   * The rows leave at once; those whose decision is refused return, and a toast says why. `along`: decided in the same
   * call, before the others. Resolves to the refused items.
   */
  readonly decide: (
    items: readonly QueueItem[],
    verdict: Verdict,
    along?: readonly DecisionItem[],
  ) => Promise<readonly QueueItem[]>;
  /** Undoes the last decision made here, then the one before it. */
  readonly undo: () => void;
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

const toDecision = (
  { kind, id, entityType, entityId, revision }: QueueItem,
  verdict: Verdict,
): DecisionItem => ({ kind, id, entityType, entityId, revision, ...verdict });

/** The progress of the decisions made here. */
export interface Sending extends Long {
  /** Goes on with what is left of a long decision. */
  readonly goOn: (rest: Rest) => void;
}

/** For the desk's frame: one instance for all its lists, so that `u` works on every screen. `userId`: whose desk. */
export function useDecisionsOfDesk(userId: string): Sending & { readonly decisions: Decisions } {
  const shown = useRef<Shown | null>(null);
  const { send, ahead } = useSend();
  const { long, sendAll } = useBatches(send, userId);
  const { remember, undo, undoLatest } = useUndo(shown);
  // What became of all decisions that were under way together: one toast tells of them all.
  const burst = useRef(nothingYet);

  const decideAll = async (press: Press, items: readonly QueueItem[]): Promise<readonly QueueItem[]> => {
    if (ahead() === 0) burst.current = nothingYet;
    const list = shown.current;
    const since = Date.now();
    list?.act({ type: 'decided', items });
    const sent = sendAll(press, (results) => {
      const settled = results.filter(({ result }) => result !== 'refused').map(keyOf);
      shown.current?.act({ type: 'settled', keys: settled, at: Date.now() });
    });
    const isDone = ({ results }: Answers) => {
      const done = new Set(results.flatMap((each) => (each.result === 'refused' ? [] : [keyOf(each)])));
      return (item: QueueItem) => done.has(keyOf(item));
    };
    const made = remember(
      sent.then((answers) => {
        const isAny = answers.results.some(({ result }) => result !== 'refused');
        const along = new Set(press.along.map(keyOf));
        return isAny ? { batchId: press.batchId, items: items.filter(isDone(answers)), along } : null;
      }),
    );
    const answers = await sent;
    const failed = items.filter((item) => !isDone(answers)(item));
    if (list !== null && failed.length > 0) giveBack(list, failed, answers, since);
    const outcome = outcomeOf(press, answers, items);
    burst.current = together(burst.current, outcome);
    if (hasFailed(burst.current)) toast(failureToast(burst.current));
    else if (outcome.done.length > 0) {
      const isPart = answers.left.length > 0;
      toast({
        title: doneTitle(outcome.done, press) + (isPart ? ` of ${numberText(press.of)}` : ''),
        duration: undoShown,
        action: { label: 'Undo', onAction: () => undo(made) },
      });
    }
    return failed;
  };

  const { progress } = long;
  const decide: Decisions['decide'] = async (given, verdict, along = []) => {
    if (given.length > limits.batchItems && progress !== null) {
      toast({ title: 'One moment', text: 'The decision before is still being sent.' });
      return given;
    }
    // A city is approved before its places, which need it; it is declined after them, because it would take them
    // along.
    const first = verdict.decision === 'approve' ? 1 : -1;
    const cityFirst = (item: QueueItem) => (item.kind === 'city' ? first : 0);
    const items = [...given].sort((one, other) => cityFirst(other) - cityFirst(one));
    const decisions = items.map((item) => toDecision(item, verdict));
    const begun = Date.now();
    return decideAll({ batchId: newId(), begun, of: items.length, verdict, items: decisions, along }, items);
  };
  const goOn = (rest: Rest) => {
    const keys = new Set(rest.items.map(keyOf));
    const items = shown.current?.items().filter((item) => keys.has(keyOf(item))) ?? [];
    const isOpen = Date.now() - rest.begun < batchWithin;
    const batch = isOpen ? {} : { batchId: newId(), begun: Date.now() };
    void decideAll({ ...rest, ...batch, along: [] }, items);
  };
  const show = (next: Shown | null) => {
    shown.current = next;
  };
  return { decisions: { decide, undo: undoLatest, show }, ...long, goOn };
}

/** Returns what was not decided to the list; what somebody else had decided leaves it again, with their name. */
function giveBack(
  { act, refetch }: Shown,
  items: readonly QueueItem[],
  answers: Answers,
  since: number,
): void {
  const refused = new Map<string, string>();
  if (answers.failure !== null) for (const item of answers.left) refused.set(keyOf(item), answers.failure);
  for (const each of answers.results)
    if (each.result === 'refused' && each.message !== null) refused.set(keyOf(each), each.message);
  const changed = new Set(answers.results.filter(isChanged).map(keyOf));
  const at = Date.now();
  act({ type: 'returned', items, choose: false, since, at, refused, changed });
  for (const { by, ...item } of answers.results.filter(isLate))
    act({ type: 'gone', keys: [keyOf(item)], by, at });
  void refetch();
}
