import { failureTexts, successTexts } from '#contracts/texts';
import type { City } from '#contracts/views/city';

import { isUnauthorized, messageOf, relogin } from '../../app/session-calls.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeleteCityMutation } from '../city/api.ts';
import { locationsIn } from '../city/words.ts';

export interface DeleteCityDialogProps {
  readonly city: City;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onDeleted: () => void;
  /** Where the focus goes if the opener is gone. */
  readonly focusFallback?: () => HTMLElement | null;
}

export function DeleteCityDialog({ city, open, onOpenChange, onDeleted, ...rest }: DeleteCityDialogProps) {
  const [deleteCity, { isLoading }] = useDeleteCityMutation();
  const confirm = async () => {
    const answer = await deleteCity(city.id);
    if (isUnauthorized(answer.error)) return relogin();
    if (answer.error)
      return toast({
        title: failureTexts.deleteCity,
        text: messageOf(answer.error, 'Please try again.'),
        variant: 'destructive',
      });
    toast({ title: 'Success', text: successTexts.cityDeleted });
    onOpenChange(false);
    onDeleted();
  };
  return (
    <ConfirmDialog
      {...rest}
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${city.name}?`}
      description={`This removes ${city.name}, ${city.country}, and its ${locationsIn(city)} with all their photos, and what waits for review in it. Everything can be restored under Manage Cities.`}
      confirmLabel="Delete City"
      pending={isLoading}
      onConfirm={() => void confirm()}
    />
  );
}
