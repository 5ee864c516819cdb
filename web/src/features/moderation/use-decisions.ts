import { useRef, useState } from 'react';
import pLimit from 'p-limit';

import type { UpdateLocation } from '#contracts/commands/location';
import type { EditForReview } from '#contracts/views/edit';

import { messageOf } from '../../app/session-calls.ts';
import { toast } from '../../ui/toast.ts';
import { useUpdateLocationMutation } from '../location/api.ts';
import { counted, nouns } from '../../ui/words.ts';
import { targetOf, useDecideMutation, useReopenMutation, type Decision } from './api.ts';
import { nameOf, type QueueItem } from './item.ts';
import type { Queue } from './use-queue.ts';

/** Milliseconds for which a decision can be taken back from where it was made. */
const undoFor = 10_000;
const atOnce = 4;

interface Taken {
  readonly queue: Queue;
  readonly items: readonly QueueItem[];
  readonly until: number;
}

/** An edit whose values have changed since it was made: approving it asks first. */
export interface Conflict {
  readonly queue: Queue;
  readonly edit: EditForReview;
}

export interface Decisions {
  /** The rows leave at once; those whose decision fails return, and the toast says why. */
  readonly decide: (queue: Queue, items: readonly QueueItem[], decision: Decision) => void;
  /** Takes back the last decision, as long as its Undo is offered. */
  readonly undo: () => void;
  readonly conflict: Conflict | null;
  readonly dismissConflict: () => void;
}

export function useDecisions(): Decisions {
  const [send] = useDecideMutation();
  const takeBack = useTakeBack();
  const [limit] = useState(() => pLimit(atOnce));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const last = useRef<Taken | null>(null);

  const undo = () => {
    const taken = last.current;
    last.current = null;
    if (taken !== null && Date.now() < taken.until) void takeBack(taken.queue, taken.items);
  };

  const sendAll = async (queue: Queue, items: readonly QueueItem[], decision: Decision) => {
    const ids = items.map((item) => item.id);
    queue.act({ type: 'decided', ids });
    const answers = await Promise.all(
      items.map((item) => limit(() => send({ target: targetOf(item), decision }))),
    );
    const failed = items.filter((_, index) => answers[index]?.error !== undefined);
    const done = items.filter((_, index) => answers[index]?.error === undefined);
    queue.act({ type: 'returned', ids: failed.map((item) => item.id) });
    const undoable = done.filter((item) => canUndo(item, decision));
    if (undoable.length > 0) last.current = { queue, items: undoable, until: Date.now() + undoFor };
    const error = answers.find((answer) => answer.error !== undefined)?.error;
    if (error === undefined) tellDone(done, decision, undoable.length > 0 ? undo : null);
    else tellFailed(failed, done.length, error);
  };

  const decide = (queue: Queue, items: readonly QueueItem[], decision: Decision) => {
    const [only] = items;
    if (items.length === 1 && only?.kind === 'edit' && asksFirst(only.edit, decision))
      setConflict({ queue, edit: only.edit });
    else if (items.length > 0) void sendAll(queue, items, decision);
  };

  return { decide, undo, conflict, dismissConflict: () => setConflict(null) };
}

const asksFirst = (edit: EditForReview, decision: Decision): boolean =>
  decision.verdict === 'approve' && decision.force !== true && Object.keys(edit.conflicts).length > 0;

/** A declined edit stays declined: the log has no way back for it. */
const canUndo = (item: QueueItem, decision: Decision): boolean =>
  item.kind !== 'edit' || decision.verdict === 'approve';

const whatOf = (items: readonly QueueItem[]): string => {
  const [first] = items;
  if (first === undefined) return '';
  return items.length === 1 ? nameOf(first) : counted(items.length, nouns[first.kind]);
};

function tellDone(done: readonly QueueItem[], { verdict }: Decision, undo: (() => void) | null): void {
  toast({
    title: `${verdict === 'approve' ? 'Approved' : 'Declined'}: ${whatOf(done)}`,
    duration: undoFor,
    ...(undo === null ? {} : { action: { label: 'Undo', onAction: undo } }),
  });
}

function tellFailed(failed: readonly QueueItem[], done: number, error: unknown): void {
  toast({
    title: `Not decided: ${whatOf(failed)}`,
    text: messageOf(error, 'Please try again.') + (done > 0 ? ` The other ${done} went through.` : ''),
    variant: 'destructive',
  });
}

/** Opens decided items again; an approved edit is undone by putting the former values back. */
function useTakeBack() {
  const [reopen] = useReopenMutation();
  const [update] = useUpdateLocationMutation();
  return async (queue: Queue, items: readonly QueueItem[]) => {
    queue.act({ type: 'returned', ids: items.filter(({ kind }) => kind !== 'edit').map(({ id }) => id) });
    const answers = await Promise.all(
      items.map((item) =>
        item.kind === 'edit'
          ? update({ id: item.edit.entityId, ...formerValues(item.edit) })
          : reopen({ kind: item.kind, id: item.id }),
      ),
    );
    const failed = items.filter((_, index) => answers[index]?.error !== undefined);
    const error = answers.find((answer) => answer.error !== undefined)?.error;
    if (error !== undefined)
      toast({
        title: `Not taken back: ${whatOf(failed)}`,
        text: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      });
    else if (queue.kind === 'edit') toast({ title: `${whatOf(items)} is as it was before the edit` });
    else toast({ title: `Waiting again: ${whatOf(items)}` });
  };
}

/** What the location held just before the edit was approved. */
export function formerValues(edit: EditForReview): UpdateLocation {
  return Object.fromEntries(
    Object.entries(edit.data).map(([field, { from }]) => [
      field,
      field in edit.conflicts ? edit.conflicts[field] : from,
    ]),
  );
}
