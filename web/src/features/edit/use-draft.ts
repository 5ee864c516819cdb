import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

import { useViewer } from '../../app/session.ts';

/**
 * Keeps what was typed over the way to sign in again, which loads another page: `keep` puts it aside in this tab, and
 * the same person's same form takes it up when it is opened next. Nothing stays once it was taken up.
 * With `isLeft` it also outlasts a touch beside the form or Escape, until `drop` says that it is sent or given up.
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
  // Whose it is stays so when the session ends under the open form.
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

// Storage may be forbidden or full: then the draft is lost, and the form as good as ever.
function put(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch (error) {
    console.warn('What was typed could not be kept', error);
  }
}

function take(key: string): object {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const values: unknown = text === null ? null : JSON.parse(text);
    return typeof values === 'object' && values !== null ? values : {};
  } catch (error) {
    console.warn('What was typed could not be taken up again', error);
    return {};
  }
}
