import { failureTexts, successTexts } from '#contracts/texts';
import type { Location } from '#contracts/views/location';

import { reportFailure } from '../../app/session-calls.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { counted, nouns } from '../../ui/words.ts';
import { useDeleteLocationMutation } from '../location/api.ts';

export interface DeleteLocationDialogProps {
  readonly location: Location;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onDeleted: () => void;
  /** Where the focus goes if the opener is gone. */
  readonly focusFallback?: () => HTMLElement | null;
}

export function DeleteLocationDialog({
  location,
  open,
  onOpenChange,
  onDeleted,
  ...rest
}: DeleteLocationDialogProps) {
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
      {...rest}
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
  return count === 1 ? ' together with its photo' : ` together with its ${counted(count, nouns.photo)}`;
}
