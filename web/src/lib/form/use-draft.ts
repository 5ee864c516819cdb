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

/** The files of a form, beside its values. */
export interface FormFiles {
  /** Whether the draft's files are in the form again. */
  readonly isReady: boolean;
  readonly kept: number;
  /** The names of files that the browser could not store. */
  readonly notKept: readonly string[];
  /** Removes the stored copies; the form still has the files. */
  readonly forget: () => void;
  /** Removes the files from the form. */
  readonly clear: () => void;
}

export interface FormDraft {
  /** The form's initial draft; null if there was none. */
  readonly found: Draft | null;
  /** Whether there are unsent values or files. */
  readonly hasContent: () => boolean;
  /** The draft was sent or discarded and the form is about to close: nothing is stored from now on. */
  readonly end: () => void;
  /** The draft was sent or discarded and the form stays open: what is typed from now on is stored. */
  readonly startOver: () => void;
}

interface DraftOptions<V extends FieldValues> {
  /** The form's name; null if it stores no draft. */
  readonly name: string | null;
  /** The initial values of the form. */
  readonly start: V;
  readonly files: FormFiles | undefined;
}

/**
 * Stores the values of a form in this browser, for this person, until they are sent or discarded, and restores them
 * when the form is opened again.
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
    // Files that the browser could not store are not a change by the person.
    const isOlder = before !== null && isSame({ ...before, notKept: content.notKept }, content);
    saved.current = { at: isOlder ? before.at : new Date().toISOString(), ...content };
    if (isEmpty(content)) removeDraft(key);
    else writeDraft(key, saved.current);
  });

  const restore = useEffectEvent((draft: Draft) => {
    // The draft keeps its time until the person types something else.
    saved.current = draft;
    for (const [field, value] of Object.entries(draft.values))
      // Text typed before the person was known stays.
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
