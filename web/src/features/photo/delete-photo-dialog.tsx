import type { Photo } from '#contracts/photo/views';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { ConfirmCall } from '../../ui/confirm.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useDeletePhotoMutation } from './api.ts';

export interface DeletePhotoDialogProps {
  readonly photo: Photo;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly focusFallback: () => HTMLElement | null;
}

export function DeletePhotoDialog({ photo, ...dialog }: DeletePhotoDialogProps) {
  const [deletePhoto] = useDeletePhotoMutation();
  return (
    <ConfirmCall
      {...dialog}
      title="Delete this photo?"
      description={`${photo.fileName} leaves the location for everyone.`}
      confirmLabel="Delete Photo"
      call={() => deletePhoto({ photoId: photo.id, locationId: photo.locationId })}
      success={() => ({ title: successTexts.photoDeleted })}
      failureTitle={failureTexts.deletePhoto}
      failure="Please try again."
      openerLeaves
    >
      <div className="aspect-3/2 overflow-hidden rounded-lg">
        <Picture src={photo.thumbnailUrl} placeholder={photo.placeholder} alt="" />
      </div>
    </ConfirmCall>
  );
}
