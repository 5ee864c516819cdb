import { useState } from 'react';

import type { Submission } from '#contracts/views/submission';

import { reportFailure } from '../../app/session-calls.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useWithdrawCityMutation } from '../city/api.ts';
import { useWithdrawLocationMutation } from '../location/api.ts';
import { useWithdrawEditMutation } from './api.ts';

export interface WithdrawDialogProps {
  readonly submission: Submission;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Withdraws a contribution that still waits. */
export function WithdrawDialog({ submission, open, onOpenChange }: WithdrawDialogProps) {
  const { withdraw, pending } = useWithdraw();
  const [isWithdrawn, setWithdrawn] = useState(false);
  const { name, entityType } = submission;
  const confirm = async () => {
    const answer = await withdraw(submission);
    if (answer.error) return reportFailure(answer.error, `Failed to withdraw ${name}`);
    toast({ title: `${name} was withdrawn` });
    setWithdrawn(true);
    onOpenChange(false);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={entityType === 'edit' ? `Withdraw your edit of ${name}?` : `Withdraw ${name}?`}
      description={
        entityType === 'city'
          ? 'It leaves the review, together with the locations that you sent in for it.'
          : 'It leaves the review. You can send it in again at any time.'
      }
      confirmLabel="Withdraw"
      pending={pending}
      onConfirm={() => void confirm()}
      focusFallback={() => document.getElementById('submissions')}
      openerLeaves={isWithdrawn}
    />
  );
}

function useWithdraw() {
  const [city, { isLoading: isCity }] = useWithdrawCityMutation();
  const [location, { isLoading: isLocation }] = useWithdrawLocationMutation();
  const [edit, { isLoading: isEdit }] = useWithdrawEditMutation();
  const withdraw = ({ entityType, entityId, editId }: Submission) => {
    if (entityType === 'city') return city(entityId);
    return editId === null ? location(entityId) : edit({ id: entityId, editId });
  };
  return { withdraw, pending: isCity || isLocation || isEdit };
}
