import { failureTexts, successTexts } from '#contracts/shared/texts';
import type { City } from '#contracts/city/views';

import { ConfirmCall } from '../../ui/confirm-call.tsx';
import { useDeleteCityMutation } from './api.ts';
import { locationsIn } from './words.ts';

export interface DeleteCityDialogProps {
  readonly city: City;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onDone: () => void;
  /** Where the focus goes if the opener is gone. */
  readonly focusFallback?: () => HTMLElement | null;
}

export function DeleteCityDialog({ city, ...dialog }: DeleteCityDialogProps) {
  const [deleteCity] = useDeleteCityMutation();
  return (
    <ConfirmCall
      {...dialog}
      title={`Delete ${city.name}?`}
      description={`This removes ${city.name}, ${city.country}, and its ${locationsIn(city)} with all their photos, and what waits for review in it. Everything can be restored under Manage Cities.`}
      confirmLabel="Delete City"
      call={() => deleteCity(city.id)}
      success={() => ({ title: 'Success', text: successTexts.cityDeleted })}
      failureTitle={failureTexts.deleteCity}
      failure="Please try again."
    />
  );
}
