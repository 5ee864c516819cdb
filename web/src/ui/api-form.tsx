import clsx from 'clsx';
import { useEffect, useRef, useState, type ComponentProps, type RefObject } from 'react';
import type { FieldValues } from 'react-hook-form';

import type { Draft } from '../lib/drafts.ts';
import type { ApiForm } from '../lib/form/use-api-form.ts';
import { useOpenSignIn } from '../lib/sign-in.ts';
import { timeText } from '../lib/words.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm.tsx';
import type { Openable } from './dialog.tsx';

interface FormProps<V extends FieldValues, O> extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly form: ApiForm<V, O>;
  readonly ref?: RefObject<HTMLFormElement | null>;
}

/**
 * The element of a form. If the values come from a draft, a line above the fields says so. After a failed submission,
 * the focus moves to the first invalid field on the screen.
 */
export function Form<V extends FieldValues, O>({ form, ref, className, children, ...rest }: FormProps<V, O>) {
  const { found } = form.draft;
  const { submitCount } = form.formState;
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, element]);
  return (
    <form
      ref={element}
      noValidate
      {...rest}
      onSubmit={form.submit}
      className={clsx('flex flex-col', className ?? 'gap-4')}
    >
      {found !== null && <DraftLine draft={found} onThrowAway={form.throwAway} />}
      {children}
    </form>
  );
}

/** Shows the age of the draft, and the names of the missing files. */
export function DraftLine({
  draft,
  onThrowAway,
}: {
  readonly draft: Draft;
  readonly onThrowAway: () => void;
}) {
  const [now] = useState(Date.now);
  const [asks, setAsks] = useState(false);
  const { at, notKept } = draft;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-sunk py-1.5 pr-2 pl-3.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-44 py-1">
        Your draft from {timeText(at, now)}
        {notKept.length > 0 && (
          <span className="block wrap-anywhere text-soft">
            Not kept here, please choose again: {notKept.join(', ')}
          </span>
        )}
      </p>
      <Button size="small" variant="quiet" onClick={() => setAsks(true)}>
        Throw away
      </Button>
      <ThrowAwayDialog open={asks} onOpenChange={setAsks} onThrowAway={onThrowAway} />
    </div>
  );
}

interface ThrowAwayDialogProps extends Openable {
  readonly onThrowAway: () => void;
}

const ThrowAwayDialog = ({ open, onOpenChange, onThrowAway }: ThrowAwayDialogProps) => (
  <ConfirmDialog
    open={open}
    onOpenChange={onOpenChange}
    title="Throw away what you typed?"
    description="It is not sent yet, and cannot be brought back."
    cancelLabel="Keep it"
    confirmLabel="Throw away"
    onConfirm={() => {
      onOpenChange(false);
      onThrowAway();
    }}
  />
);

interface FormButtonsProps<V extends FieldValues, O> {
  readonly form: ApiForm<V, O>;
  readonly submitLabel: string;
  /** The text while the form waits for something before it is sent. */
  readonly waitingFor?: string;
  /** Closes the form; it asks first if something was typed. A form inside a page has none. */
  readonly onCancel?: () => void;
  /** Whether there is nothing to save. */
  readonly unchanged?: boolean;
  readonly danger?: boolean;
  /** Whether the initial focus is on Cancel. */
  readonly cancelFirst?: boolean;
}

/** The end of a form: the sign-in if the session has ended, and the buttons. */
export function FormButtons<V extends FieldValues, O>({
  form,
  submitLabel,
  onCancel,
  unchanged = false,
  danger = false,
  cancelFirst = false,
  waitingFor,
}: FormButtonsProps<V, O>) {
  const [asks, setAsks] = useState(false);
  const { isPending, isWaiting, isSignedOut, draft } = form;
  const cancel = () => {
    if (draft.hasContent()) setAsks(true);
    else onCancel?.();
  };
  return (
    <div className="mt-2 flex flex-col gap-3">
      <FormError form={form} />
      {isSignedOut && <SignedOut />}
      <p role="status" className="text-sm text-soft empty:hidden">
        {isWaiting && waitingFor}
      </p>
      <div className={clsx('flex flex-wrap gap-3', onCancel && 'justify-end')}>
        {onCancel && (
          <Button
            {...(cancelFirst && { 'data-autofocus': true })}
            onClick={cancel}
            disabled={isPending && !isWaiting}
          >
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          pending={isPending}
          disabled={unchanged && !isPending}
        >
          {submitLabel}
        </Button>
      </div>
      <ThrowAwayDialog
        open={asks}
        onOpenChange={setAsks}
        onThrowAway={() => {
          draft.end();
          onCancel?.();
        }}
      />
    </div>
  );
}

/** The error of the form as a whole. */
export const FormError = <V extends FieldValues, O>({ form }: { readonly form: ApiForm<V, O> }) => (
  <p role="alert" className="text-sm font-medium text-no empty:hidden">
    {form.formState.errors.root?.message}
  </p>
);

function SignedOut() {
  const openSignIn = useOpenSignIn();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-pending-ground px-3.5 py-2.5 text-pending"
    >
      <p className="min-w-0 flex-1 basis-52 text-sm">
        You are signed out. Sign in to send this; what you typed stays here.
      </p>
      <Button size="small" onClick={openSignIn}>
        Sign In
      </Button>
    </div>
  );
}
