import { failureTexts, successTexts } from '#contracts/texts';
import type { Location } from '#contracts/views/location';

import { reportFailure } from '../../app/session-calls.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeleteLocationMutation } from '../location/api.ts';

export interface DeleteLocationDialogProps {
  readonly location: Location;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onDeleted: () => void;
}

export function DeleteLocationDialog({ location, open, onOpenChange, onDeleted }: DeleteLocationDialogProps) {
  const [deleteLocation, { isLoading }] = useDeleteLocationMutation();
  const confirm = async () => {
    const answer = await deleteLocation(location.id);
    if (answer.error) return reportFailure(answer.error, failureTexts.deleteLocation);
    toast({ title: 'Success', text: successTexts.locationDeleted });
    onOpenChange(false);
    onDeleted();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${location.name}?`}
      description={`This removes the location from ${location.cityName}${photosText(location.photoCount)}.`}
      confirmLabel="Delete Location"
      pending={isLoading}
      onConfirm={() => void confirm()}
    />
  );
}

function photosText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' together with its photo' : ` together with its ${count} photos`;
}
