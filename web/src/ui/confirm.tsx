import { useState, type ReactNode } from 'react';

import { reportFailure } from '../lib/session-calls.ts';
import { toast, type ToastContent } from '../lib/toast.ts';
import { Button } from './button.tsx';
import { Dialog, type Openable } from './dialog.tsx';

export interface ConfirmDialogProps extends Openable {
  readonly title: string;
  readonly description: ReactNode;
  readonly confirmLabel: string;
  /** The label of the safe answer. */
  readonly cancelLabel?: string;
  readonly onConfirm: () => void;
  readonly pending?: boolean;
  readonly danger?: boolean;
  /** Whether the initial focus is on the confirming answer instead of the safe one. */
  readonly confirmFirst?: boolean;
  readonly children?: ReactNode;
}

/** Asks 'Are you sure?'. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  pending = false,
  danger = true,
  confirmFirst = false,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...rest}
      size="small"
      footer={
        <>
          <Button {...(!confirmFirst && focused)} disabled={pending} onClick={() => rest.onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button
            {...(confirmFirst && focused)}
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

const focused = { 'data-autofocus': true };

export interface ConfirmCallProps<R> extends Omit<ConfirmDialogProps, 'onConfirm' | 'pending'> {
  readonly call: () => PromiseLike<{ readonly data?: R | undefined; readonly error?: unknown }>;
  /** The toast for a failure without a text from the server, and its title. */
  readonly failure: string;
  readonly failureTitle?: string;
  readonly success: (response: R) => ToastContent;
  readonly onDone?: () => void;
  /** Whether a successful call removes the control that opened the dialog. */
  readonly openerLeaves?: boolean;
}

/** Asks for confirmation before an API call, shows the result, and closes after a success. */
export function ConfirmCall<R>({
  call,
  failure,
  failureTitle,
  success,
  onDone,
  openerLeaves = false,
  ...dialog
}: ConfirmCallProps<R>) {
  const [state, setState] = useState<'asking' | 'calling' | 'done'>('asking');
  const confirm = async () => {
    setState('calling');
    const { data, error } = await call();
    if (data === undefined) {
      setState('asking');
      return reportFailure(error, failure, failureTitle);
    }
    setState('done');
    toast(success(data));
    dialog.onOpenChange(false);
    onDone?.();
  };
  return (
    <ConfirmDialog
      {...dialog}
      pending={state === 'calling'}
      openerLeaves={openerLeaves && state === 'done'}
      onConfirm={() => void confirm()}
    />
  );
}
