import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useStore } from 'react-redux';

import {
  draftKey,
  readDraft,
  removeDraft,
  removeOldDrafts,
  watchDraft,
  writeDraft,
  type Draft,
} from '../drafts.ts';
import type { SessionPart } from '../session.ts';
import { toast } from '../toast.ts';
import { useFormOwner } from './use-form-owner.ts';

/** The files that belong to a form, beside its values. */
export interface FormFiles {
  /** Whether those of the draft are in the form again. */
  readonly isReady: boolean;
  readonly kept: number;
  /** The names of those that the browser could not keep. */
  readonly notKept: readonly string[];
  /** Keeps them no longer; the form still has them. */
  readonly forget: () => void;
  /** Takes them out of the form. */
  readonly clear: () => void;
}

export interface FormDraft {
  /** The draft that the form began with; null if there was none. */
  readonly found: Draft | null;
  /** Whether anything was typed or chosen that is not sent yet. */
  readonly hasContent: () => boolean;
  /** It was sent or thrown away. Nothing is kept of the form any more, which is about to close. */
  readonly end: () => void;
  /** It was sent or thrown away, and the form stays open: what is typed from now on is kept. */
  readonly startOver: () => void;
}

interface DraftOptions<V extends FieldValues> {
  /** Names the form; null: it keeps no draft. */
  readonly name: string | null;
  /** The values that the form began with. */
  readonly start: V;
  readonly files: FormFiles | undefined;
}

/**
 * Keeps what a person types in a form in this browser, for this person, until it is sent or thrown away, and puts it
 * back into the form when that is opened again.
 */
export function useDraft<V extends FieldValues, O>(
  form: UseFormReturn<V, unknown, O>,
  { name, start, files }: DraftOptions<V>,
): FormDraft {
  const { id: owner } = useFormOwner();
  const store = useStore<SessionPart>();
  const key = name === null || owner === null ? null : draftKey(owner, name);
  const [from, setFrom] = useState<{ readonly key: string | null; readonly draft: Draft | null }>(nowhere);
  if (from.key !== key) setFrom({ key, draft: key === null ? null : readDraft(key) });
  const isOver = useRef(false);
  const saved = useRef<Draft | null>(null);

  const contentNow = () => ({
    values: changedIn(form.getValues(), start),
    files: files?.kept ?? 0,
    notKept: [...(files?.notKept ?? [])],
  });
  const save = useEffectEvent(() => {
    if (key === null || isOver.current || files?.isReady === false) return;
    const content = contentNow();
    const before = saved.current;
    if (before !== null && isSame(before, content)) return;
    // What the browser could not keep is no change of the person's.
    const isOlder = before !== null && isSame({ ...before, notKept: content.notKept }, content);
    saved.current = { at: isOlder ? before.at : new Date().toISOString(), ...content };
    if (isEmpty(content)) removeDraft(key);
    else writeDraft(key, saved.current);
  });

  const restore = useEffectEvent((draft: Draft) => {
    // So that the draft keeps its time until something else is typed.
    saved.current = draft;
    for (const [field, value] of Object.entries(draft.values))
      // What was typed before the person was known stays.
      if (field in start && form.getValues(field as Path<V>) === start[field])
        form.setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
  });
  useLayoutEffect(() => {
    if (from.draft !== null) restore(from.draft);
    else save();
  }, [from]);
  const { subscribe } = form;
  useEffect(() => {
    removeOldDrafts(Date.now());
    return subscribe({ formState: { values: true }, callback: () => save() });
  }, [subscribe]);
  useEffect(() => save(), [files?.isReady, files?.kept, files?.notKept.length]);
  const keepAgain = useEffectEvent(() => {
    saved.current = null;
    save();
  });
  useEffect(() => (key === null ? undefined : watchDraft(key, keepAgain)), [key]);

  const hasContent = () => !isEmpty(contentNow());
  const sayKept = useEffectEvent(() => {
    const isTheirs = store.getState().session.user?.id === owner;
    if (key !== null && !isOver.current && isTheirs && hasContent())
      toast({ title: 'Your draft is kept', text: 'It is there when you open the form again.' });
  });
  useEffect(() => () => sayKept(), []);

  const end = () => {
    isOver.current = true;
    files?.forget();
    if (key !== null) removeDraft(key);
  };
  const startOver = () => {
    files?.clear();
    if (key !== null) removeDraft(key);
    saved.current = null;
    isOver.current = false;
    setFrom({ key, draft: null });
  };
  return { found: from.draft, hasContent, end, startOver };
}

const nowhere = { key: null, draft: null };

const isSame = (one: Omit<Draft, 'at'>, other: Omit<Draft, 'at'>): boolean => textOf(one) === textOf(other);
const textOf = ({ values, files, notKept }: Omit<Draft, 'at'>): string =>
  JSON.stringify([values, files, notKept]);

const isEmpty = ({ values, files, notKept }: Omit<Draft, 'at'>): boolean =>
  Object.keys(values).length === 0 && files === 0 && notKept.length === 0;

const changedIn = (values: FieldValues, start: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== start[field]));
