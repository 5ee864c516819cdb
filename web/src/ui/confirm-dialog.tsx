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
  readonly focusFallback?: () => HTMLElement | null;
  readonly openerLeaves?: boolean;
  readonly children?: ReactNode;
}

/** Asks before something that is hard to undo. The safe answer has the focus. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  pending = false,
  danger = true,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...rest}
      size="small"
      footer={
        <>
          <Button data-autofocus disabled={pending} onClick={() => rest.onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
