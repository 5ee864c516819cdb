import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

import { useViewer } from '../../app/session.ts';

/**
 * Keeps typed text while the person signs in again, which loads another page: `keep` stores it in this tab, and the
 * same form of the same person restores it, once, when it is next opened. With `isLeft` it also survives a click
 * outside or Escape, until `drop` says that it was sent or given up.
 */
export function useDraft<T extends FieldValues, R extends FieldValues>(
  name: string,
  {
    setValue,
    getValues,
    formState,
  }: Pick<UseFormReturn<T, unknown, R>, 'setValue' | 'getValues' | 'formState'>,
  { isLeft = false }: { readonly isLeft?: boolean } = {},
): { readonly keep: () => void; readonly drop: () => void } {
  const { user } = useViewer();
  // The owner stays the same when the session ends while the form is open.
  const [owner] = useState(user?.id);
  const key = `draft ${owner} ${name}`;
  const isWorthKeeping = useRef(false);
  useEffect(() => {
    isWorthKeeping.current = isLeft && formState.isDirty;
  }, [isLeft, formState.isDirty]);
  useEffect(() => {
    for (const [field, value] of Object.entries(take(key)))
      setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
  }, [key, setValue]);
  useEffect(
    () => () => {
      if (isWorthKeeping.current) put(key, getValues());
    },
    [key, getValues],
  );
  const drop = () => {
    isWorthKeeping.current = false;
  };
  return { keep: () => put(key, getValues()), drop };
}

// Storage may be forbidden or full: then the draft is lost, but the form still works.
function put(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch (error) {
    console.warn('The draft could not be saved', error);
  }
}

function take(key: string): object {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const values: unknown = text === null ? null : JSON.parse(text);
    return typeof values === 'object' && values !== null ? values : {};
  } catch (error) {
    console.warn('The draft could not be restored', error);
    return {};
  }
}
