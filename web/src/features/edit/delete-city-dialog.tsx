import { failureTexts, successTexts } from '#contracts/texts';
import type { City } from '#contracts/views/city';

import { reportFailure } from '../../app/session-calls.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeleteCityMutation } from '../city/api.ts';

export interface DeleteCityDialogProps {
  readonly city: City;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onDeleted: () => void;
}

export function DeleteCityDialog({ city, open, onOpenChange, onDeleted }: DeleteCityDialogProps) {
  const [deleteCity, { isLoading }] = useDeleteCityMutation();
  const confirm = async () => {
    const answer = await deleteCity(city.id);
    if (answer.error) return reportFailure(answer.error, failureTexts.deleteCity);
    toast({ title: 'Success', text: successTexts.cityDeleted });
    onOpenChange(false);
    onDeleted();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${city.name}?`}
      description={`This removes ${city.name}, ${city.country}, and ${locationsText(city.locationCount)}.`}
      confirmLabel="Delete City"
      pending={isLoading}
      onConfirm={() => void confirm()}
    />
  );
}

function locationsText(count: number): string {
  if (count === 0) return 'everything that waits for review in it';
  return count === 1 ? 'its 1 location with all photos' : `its ${count} locations with all their photos`;
}
