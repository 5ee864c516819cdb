import type { City } from '#contracts/city/views';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { counted, nouns } from '../../lib/words.ts';
import { ConfirmCall } from '../../ui/confirm.tsx';
import type { Openable } from '../../ui/dialog.tsx';
import { useDeleteCityMutation } from './api.ts';

export interface DeleteCityDialogProps extends Openable {
  readonly city: City;
  readonly onDone: () => void;
}

export function DeleteCityDialog({ city, ...dialog }: DeleteCityDialogProps) {
  const [deleteCity] = useDeleteCityMutation();
  return (
    <ConfirmCall
      {...dialog}
      title={`Delete ${city.name}?`}
      description={`This removes ${city.name}, ${city.country}, and its ${counted(city.locationCount, nouns.location)} with all their photos, and what waits for review in it. Everything can be restored under Manage Cities.`}
      confirmLabel="Delete City"
      call={() => deleteCity(city.id)}
      success={() => ({ title: 'Success', text: successTexts.cityDeleted })}
      failureTitle={failureTexts.deleteCity}
      failure="Please try again."
    />
  );
}
