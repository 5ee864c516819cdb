import { useEffect } from 'react';

import type { Submission } from '#contracts/moderation/views';

import { messageOf } from '../../lib/session-calls.ts';
import { toast } from '../../lib/toast.ts';
import { ConfirmCall } from '../../ui/confirm.tsx';
import { deferred } from '../../ui/deferred.tsx';
import type { Openable } from '../../ui/dialog.tsx';
import { useGetCityQuery, useWithdrawCityMutation } from '../../features/city/api.ts';
import { useGetLocationQuery, useWithdrawLocationMutation } from '../../features/location/api.ts';
import type { DeclinedEdit } from '../../features/location/edit-location-dialog.tsx';
import { useWithdrawEditMutation } from '../../features/location/my-edits.ts';

const EditCityDialog = deferred(() =>
  import('../../features/city/edit-city-dialog.tsx').then((m) => m.EditCityDialog),
);
const EditPlaceDialog = deferred(() =>
  import('../../features/photo/edit-place-dialog.tsx').then((m) => m.EditPlaceDialog),
);

interface CorrectionDialogProps extends Openable {
  readonly submission: Submission;
}

/** Edits the viewer's contribution in place; saving a declined one sends it in again. */
export function CorrectionDialog({ submission, ...open }: CorrectionDialogProps) {
  const { entityType, entityId, changes, reason } = submission;
  if (entityType === 'city') return <City id={entityId} {...open} />;
  const declined = changes === null ? undefined : { changes, reason };
  return <Place id={entityId} declined={declined} {...open} />;
}

function City({ id, ...open }: Openable & { readonly id: string }) {
  const { data, error } = useGetCityQuery(id);
  useFailure(error, open);
  return data ? <EditCityDialog city={data} {...open} /> : null;
}

interface PlaceProps extends Openable {
  readonly id: string;
  readonly declined: DeclinedEdit | undefined;
}

function Place({ id, declined, ...open }: PlaceProps) {
  const { data, error } = useGetLocationQuery(id);
  useFailure(error, open);
  return data ? <EditPlaceDialog location={data} {...(declined && { declined })} {...open} /> : null;
}

function useFailure(error: unknown, { open, onOpenChange }: Openable): void {
  const failed = open && error !== undefined;
  useEffect(() => {
    if (!failed) return;
    toast({
      title: 'This could not be opened',
      text: messageOf(error, 'Please try again in a moment.'),
      variant: 'destructive',
    });
    onOpenChange(false);
    // The callers' functions change with every render; one message per opening is enough.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failed]);
}

interface WithdrawDialogProps extends Openable {
  readonly submission: Submission;
}

/** Withdraws a contribution that still waits. */
export function WithdrawDialog({ submission, ...dialog }: WithdrawDialogProps) {
  const [withdrawCity] = useWithdrawCityMutation();
  const [withdrawLocation] = useWithdrawLocationMutation();
  const [withdrawEdit] = useWithdrawEditMutation();
  const { name, entityType, entityId: id, editId } = submission;
  const withdraw = (): PromiseLike<{ data?: unknown; error?: unknown }> => {
    if (entityType === 'city') return withdrawCity(id);
    return editId === null ? withdrawLocation(id) : withdrawEdit({ id, editId });
  };
  return (
    <ConfirmCall
      {...dialog}
      title={entityType === 'edit' ? `Withdraw your edit of ${name}?` : `Withdraw ${name}?`}
      description={
        entityType === 'city'
          ? 'It leaves the review, together with the locations that you sent in for it.'
          : 'It leaves the review. You can send it in again at any time.'
      }
      confirmLabel="Withdraw"
      call={withdraw}
      success={() => ({ title: `${name} was withdrawn` })}
      failure={`Failed to withdraw ${name}`}
      focusFallback={() => document.getElementById('submissions')}
      openerLeaves
    />
  );
}
