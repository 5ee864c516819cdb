import { useState } from 'react';

import type { Photo } from '#contracts/photo/views';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { useRights } from '../../lib/session.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { ConfirmCall } from '../../ui/confirm.tsx';
import type { Openable } from '../../ui/dialog.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useDeletePhotoMutation } from './api.ts';

export interface DeletePhotoDialogProps extends Openable {
  readonly photo: Photo;
}

export function DeletePhotoDialog({ photo, ...dialog }: DeletePhotoDialogProps) {
  const { isAdmin } = useRights();
  const [forEver, setForEver] = useState(false);
  const [deletePhoto] = useDeletePhotoMutation();
  return (
    <ConfirmCall
      {...dialog}
      title="Delete this photo?"
      description={`${photo.fileName} leaves the location for everyone.`}
      confirmLabel="Delete Photo"
      call={() => deletePhoto({ photoId: photo.id, locationId: photo.locationId, forEver })}
      success={() => ({ title: successTexts.photoDeleted })}
      failureTitle={failureTexts.deletePhoto}
      failure="Please try again."
      openerLeaves
    >
      <div className="aspect-3/2 overflow-hidden rounded-lg">
        <Picture src={photo.thumbnailUrl} placeholder={photo.placeholder} alt="" />
      </div>
      {isAdmin && (
        <CheckBox
          className="mt-4"
          label="For ever: its file goes now, and nobody can restore it"
          checked={forEver}
          onChange={(event) => setForEver(event.target.checked)}
        />
      )}
    </ConfirmCall>
  );
}
