import { failureTexts, successTexts } from '#contracts/texts';
import type { Photo } from '#contracts/views/photo';

import { messageOf } from '../../app/session-calls.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Picture } from '../../ui/picture.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeletePhotoMutation } from '../photo/api.ts';

export interface DeletePhotoDialogProps {
  readonly photo: Photo;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly focusFallback: () => HTMLElement | null;
}

export function DeletePhotoDialog({ photo, open, onOpenChange, focusFallback }: DeletePhotoDialogProps) {
  const [deletePhoto, { isLoading, isSuccess }] = useDeletePhotoMutation();
  const confirm = async () => {
    const answer = await deletePhoto({ photoId: photo.id, locationId: photo.locationId });
    if (answer.error)
      return toast({
        title: failureTexts.deletePhoto,
        text: messageOf(answer.error, 'Please try again.'),
        variant: 'destructive',
      });
    toast({ title: successTexts.photoDeleted });
    onOpenChange(false);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this photo?"
      description={`${photo.fileName} leaves the location for everyone.`}
      confirmLabel="Delete Photo"
      pending={isLoading}
      onConfirm={() => void confirm()}
      focusFallback={focusFallback}
      openerLeaves={isSuccess}
    >
      <div className="aspect-3/2 overflow-hidden rounded-lg">
        <Picture src={photo.thumbnailUrl} placeholder={photo.placeholder} alt="" />
      </div>
    </ConfirmDialog>
  );
}
