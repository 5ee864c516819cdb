import type { Location } from '#contracts/location/views';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { counted, nouns } from '../../lib/words.ts';
import { ConfirmCall } from '../../ui/confirm.tsx';
import type { Openable } from '../../ui/dialog.tsx';
import { useDeleteLocationMutation } from './api.ts';

export interface DeleteLocationDialogProps extends Openable {
  readonly location: Location;
  readonly onDone: () => void;
}

export function DeleteLocationDialog({ location, ...dialog }: DeleteLocationDialogProps) {
  const [deleteLocation] = useDeleteLocationMutation();
  return (
    <ConfirmCall
      {...dialog}
      title={`Delete ${location.name}?`}
      description={`This removes the location from ${location.cityName}${photosText(location.photoCount)}.`}
      confirmLabel="Delete Location"
      call={() => deleteLocation(location.id)}
      success={() => ({ title: 'Success', text: successTexts.locationDeleted })}
      failure={failureTexts.deleteLocation}
    />
  );
}

function photosText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' together with its photo' : ` together with its ${counted(count, nouns.photo)}`;
}
