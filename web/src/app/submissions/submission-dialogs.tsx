import type { Submission } from '#contracts/moderation/views';

import { failureTexts, successTexts } from '#contracts/shared/texts';

import { ConfirmCall } from '../../ui/confirm.tsx';
import { deferred } from '../../ui/deferred.tsx';
import type { Openable } from '../../ui/dialog.tsx';
import { useWithdrawCityMutation } from '../../features/city/api.ts';
import { useWithdrawLocationMutation } from '../../features/location/api.ts';
import { useWithdrawEditMutation } from '../../features/location/my-edits.ts';
import { useDeletePhotoMutation } from '../../features/photo/api.ts';

const EditByIdDialog = deferred(() =>
  import('../../features/photo/edit-by-id-dialog.tsx').then((m) => m.EditByIdDialog),
);

interface DialogProps extends Openable {
  readonly submission: Submission;
}

/** Edits the viewer's contribution in place; saving a declined one submits it again. */
export function CorrectionDialog({ submission, ...open }: DialogProps) {
  const { entityType, entityId, name, changes, reason } = submission;
  const declined = changes === null ? undefined : { changes, reason };
  return (
    <EditByIdDialog isCity={entityType === 'city'} id={entityId} name={name} declined={declined} {...open} />
  );
}

/** Withdraws a pending contribution. */
export function WithdrawDialog({ submission, ...dialog }: DialogProps) {
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

/** Deletes a photo that no location shows. */
export function DeletePhotoDialog({ submission, ...dialog }: DialogProps) {
  const [deletePhoto] = useDeletePhotoMutation();
  return (
    <ConfirmCall
      {...dialog}
      title="Delete this photo?"
      description="It leaves your submissions."
      confirmLabel="Delete Photo"
      call={() => deletePhoto({ photoId: submission.entityId, locationId: null })}
      success={() => ({ title: successTexts.photoDeleted })}
      failureTitle={failureTexts.deletePhoto}
      failure="Please try again."
      focusFallback={() => document.getElementById('submissions')}
      openerLeaves
    />
  );
}
