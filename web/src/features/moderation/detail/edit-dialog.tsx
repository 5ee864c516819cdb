import type { QueueItem } from '#contracts/moderation/views';

import { Dialog, type Openable } from '../../../ui/dialog.tsx';
import { useGetCityQuery } from '../../city/api.ts';
import { EditCityDialog } from '../../city/edit-city-dialog.tsx';
import { useGetLocationQuery } from '../../location/api.ts';
import { EditPlaceDialog } from '../../photo/edit-place-dialog.tsx';
import { DetailLoading } from '../desk/parts.tsx';

export interface EditDialogProps extends Openable {
  readonly item: QueueItem;
}

/** The form of an item's city or place, over the desk. */
export function EditDialog({ item, ...during }: EditDialogProps) {
  return item.entityType === 'city' ? (
    <OfCity id={item.entityId} name={item.name} {...during} />
  ) : (
    <OfLocation id={item.locationId ?? item.entityId} name={item.name} {...during} />
  );
}

interface OfProps extends Omit<EditDialogProps, 'item'> {
  readonly id: string;
  readonly name: string;
}

function OfCity({ id, name, ...during }: OfProps) {
  const { data, isError } = useGetCityQuery(id);
  if (data === undefined) return <Waiting name={name} failed={isError} {...during} />;
  return <EditCityDialog key={id} city={data} openerLeaves {...during} />;
}

function OfLocation({ id, name, ...during }: OfProps) {
  const { data, isError } = useGetLocationQuery(id);
  if (data === undefined) return <Waiting name={name} failed={isError} {...during} />;
  return <EditPlaceDialog key={id} location={data} openerLeaves {...during} />;
}

interface WaitingProps extends Omit<OfProps, 'id'> {
  readonly failed: boolean;
}

function Waiting({ name, failed, ...during }: WaitingProps) {
  return (
    <Dialog {...during} openerLeaves title={`Edit ${name}`}>
      <DetailLoading failed={failed} />
    </Dialog>
  );
}
