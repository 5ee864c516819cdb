import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
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
  readonly focusFallback?: () => HTMLElement | null;
  readonly openerLeaves?: boolean;
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
