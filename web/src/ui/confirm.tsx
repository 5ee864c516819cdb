import { useState, type ReactNode } from 'react';

import { reportFailure } from '../lib/session-calls.ts';
import { toast, type ToastContent } from '../lib/toast.ts';
import { Button } from './button.tsx';
import { Dialog, type Openable } from './dialog.tsx';

export interface ConfirmDialogProps extends Openable {
  readonly title: string;
  readonly description: ReactNode;
  readonly confirmLabel: string;
  /** The safe answer. */
  readonly cancelLabel?: string;
  readonly onConfirm: () => void;
  readonly pending?: boolean;
  readonly danger?: boolean;
  /** The focus begins at the answer that does it, not at the safe one. */
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
  /** The text of a failure for which the server has none, and its title. */
  readonly failure: string;
  readonly failureTitle?: string;
  readonly success: (answer: R) => ToastContent;
  readonly onDone?: () => void;
  /** What was pressed to open it is gone once the call has succeeded. */
  readonly openerLeaves?: boolean;
}

/** Asks before something that the API then does; says how that ended, and closes if it is done. */
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
