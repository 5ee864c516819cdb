import type * as z from 'zod/mini';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  type FieldError,
  type FieldErrors,
  type Resolver,
  type UseFormSetError,
} from 'react-hook-form';

import { initialFailureTexts } from '#contracts/initial';

import { isUnauthorized, messageOf, relogin, isApiError } from '../session-calls.ts';
import { useViewer } from '../session.ts';
import { useOpenSignIn } from '../sign-in.ts';
import { toast } from '../toast.ts';
import { useDraft, type FormDraft, type FormFiles } from './use-draft.ts';

/** A command's response: data, or an error. */
interface MutationResult<R> {
  readonly data?: R | undefined;
  readonly error?: unknown;
}

export interface ApiFormOptions<V extends FieldValues, O, R> {
  /** Validates the values to send; it may accept more than the controls can hold. */
  readonly schema: z.ZodMiniType<O>;
  readonly defaultValues: V;
  /** Initial values that replace the default ones and count as changed. */
  readonly start?: Partial<V>;
  /**
   * The name of the form's draft. Without one, nothing is stored: for passwords, and for people who are not signed in.
   */
  readonly draft?: string;
  readonly files?: FormFiles;
  /** Awaited before the form is checked and sent. Resolves to the problem, or null. */
  readonly ready?: () => Promise<string | null>;
  /** Sends the values; `changed` names the fields that differ from the default values. */
  readonly send: (values: O, changed: ReadonlyArray<keyof V & string>) => Promise<MutationResult<R>>;
  /** Closes the form, or returns the new default values of a form that stays open. */
  readonly onSent: (response: R, values: O) => V | void | Promise<V | void>;
  /** Returns whether it has handled this failure. */
  readonly onRefused?: (error: unknown, form: UseFormReturn<V, unknown, O>) => boolean;
  /** The text of a failure for which the server has none; or its whole toast. */
  readonly failure: string | ((error: unknown) => { readonly title: string; readonly text: string });
  /** Shows failures in the form instead of a toast. */
  readonly failsInside?: boolean;
  /** `none`: it needs no sign-in. `elsewhere`: if the session has ended, the person goes to the login page. */
  readonly signIn?: 'inside' | 'elsewhere' | 'none';
}

export interface ApiForm<V extends FieldValues, O> extends UseFormReturn<V, unknown, O> {
  readonly submit: (event?: SyntheticEvent) => void;
  /** The form is being sent, or waits for something before that. */
  readonly isPending: boolean;
  readonly isWaiting: boolean;
  /** The form stays, but sending it needs a sign-in. */
  readonly isSignedOut: boolean;
  readonly draft: FormDraft;
  /** Empties the form, and keeps it open. */
  readonly throwAway: () => void;
}

/**
 * A form that is sent to the API. It validates the values with the schema, sends them once at a time, shows the
 * server's errors at their fields, stores a draft, and asks for a sign-in if the session has ended. The request code
 * stores the key of a submission with an unknown outcome.
 */
export function useApiForm<V extends FieldValues, O, R>(options: ApiFormOptions<V, O, R>): ApiForm<V, O> {
  const [base, setBase] = useState(options.defaultValues);
  const [begun] = useState(options.start ?? {});
  const form = useForm<V, unknown, O>({
    resolver: resolverOf<V, O>(options.schema),
    // The library uses the order in which fields were registered, `Form` their order on the screen.
    shouldFocusError: false,
    // The library's type allows for missing values; these are complete.
    defaultValues: base as DefaultValues<V>,
  });
  const { isSubmitting } = form.formState;
  const { status } = useViewer();
  const isSignedOut = options.signIn !== 'none' && status === 'out';
  const setAll = (values: Partial<V>) => {
    for (const [field, value] of Object.entries(values))
      form.setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
  };
  const setBegun = useEffectEvent(() => setAll(begun));
  useLayoutEffect(() => setBegun(), []);
  const draft = useDraft(form, {
    name: options.draft ?? null,
    start: { ...base, ...begun },
    files: options.files,
  });
  const fail = useFailure(form, options);

  /** Returns whether the form was sent and is about to close. */
  const deliver = async (values: O): Promise<boolean> => {
    const typed: FieldValues = form.getValues();
    const response = await options.send(
      values,
      Object.keys(base).filter((field) => typed[field] !== base[field]),
    );
    if (response.data === undefined) {
      fail(response.error);
      return false;
    }
    draft.end();
    const next = await options.onSent(response.data, values);
    if (next === undefined) return true;
    setBase(next);
    form.reset(next);
    draft.startOver();
    return false;
  };
  const { submit, isWaiting } = useSubmission(form, { deliver, isSignedOut, ready: options.ready });
  const throwAway = () => {
    form.reset(base);
    setAll(begun);
    draft.startOver();
  };
  return { ...form, submit, isWaiting, isPending: isSubmitting || isWaiting, isSignedOut, draft, throwAway };
}

/** Shows the errors: at the fields if the server names them. */
function useFailure<V extends FieldValues, O, R>(
  form: UseFormReturn<V, unknown, O>,
  { signIn = 'inside', failure, failsInside = false, onRefused, defaultValues }: ApiFormOptions<V, O, R>,
): (error: unknown) => void {
  const openSignIn = useOpenSignIn();
  return (error) => {
    if (onRefused?.(error, form) === true) return;
    if (signIn !== 'none' && isUnauthorized(error)) {
      if (signIn === 'elsewhere') return relogin();
      toast({ ...initialFailureTexts.loggedOut, variant: 'destructive' });
      return openSignIn();
    }
    if (showFieldErrors<V>(error, Object.keys(defaultValues) as Path<V>[], form.setError)) return;
    const { title, text } =
      typeof failure === 'string' ? { title: 'Error', text: messageOf(error, failure) } : failure(error);
    if (failsInside) form.setError('root', { message: text });
    else toast({ title, text, variant: 'destructive' });
  };
}

interface Submission<O> {
  readonly deliver: (values: O) => Promise<boolean>;
  readonly isSignedOut: boolean;
  readonly ready: (() => Promise<string | null>) | undefined;
}

/** Sends once at a time, and never again after a success, because the form is about to close. */
function useSubmission<V extends FieldValues, O>(
  { handleSubmit, setError, clearErrors }: UseFormReturn<V, unknown, O>,
  { deliver, isSignedOut, ready }: Submission<O>,
) {
  const openSignIn = useOpenSignIn();
  const [isWaiting, setWaiting] = useState(false);
  const isTaken = useRef(false);
  const isGone = useIsGone();

  /** Returns whether everything that the form needs has arrived, and the form is still open. */
  const waitUntilReady = async (): Promise<boolean> => {
    if (ready === undefined) return true;
    setWaiting(true);
    const problem = await ready();
    setWaiting(false);
    if (problem !== null) setError('root', { message: problem });
    return problem === null && !isGone.current;
  };
  const send = async () => {
    clearErrors('root');
    if (!(await waitUntilReady())) return false;
    let isSent = false;
    await handleSubmit(async (values) => {
      isSent = await deliver(values);
    })();
    return isSent;
  };
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (isTaken.current) return;
    if (isSignedOut) return openSignIn();
    isTaken.current = true;
    const release = (isSent: boolean) => {
      isTaken.current = isSent;
    };
    send().then(release, (error: unknown) => {
      release(false);
      throw error;
    });
  };
  return { submit, isWaiting };
}

function useIsGone() {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}

/**
 * Checks a form's values with a schema, which may accept more than the form's controls can hold; shows the first
 * message for each field.
 */
const resolverOf =
  <V extends FieldValues, O>(schema: z.ZodMiniType<O>): Resolver<V, unknown, O> =>
  (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of parsed.error.issues)
      errors[path.join('.')] ??= { type: 'validation', message };
    // The cast: every name comes from the schema of these values, which the library's type cannot express.
    return { values: {}, errors: errors as FieldErrors<V> };
  };

/** Shows the server's errors at their fields. Returns whether every error has a field. */
function showFieldErrors<T extends FieldValues>(
  error: unknown,
  fields: ReadonlyArray<Path<T>>,
  setError: UseFormSetError<T>,
): boolean {
  if (!isApiError(error) || error.errors.length === 0) return false;
  const found = error.errors.flatMap(({ path, message }) => {
    const field = fields.find((candidate) => candidate === path);
    return field === undefined ? [] : [{ field, message }];
  });
  for (const { field, message } of found) setError(field, { type: 'server', message });
  return found.length === error.errors.length;
}
