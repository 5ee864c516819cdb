import type { QueueItem } from '#contracts/moderation/views';

import { reportFailure } from '../../../lib/session-calls.ts';
import { useViewer } from '../../../lib/session.ts';
import { ConfirmDialog } from '../../../ui/confirm.tsx';
import { useGetCityQuery } from '../../city/api.ts';
import { DeleteCityDialog } from '../../city/delete-city-dialog.tsx';
import { useGetLocationQuery } from '../../location/api.ts';
import { DeleteLocationDialog } from '../../location/delete-location-dialog.tsx';
import { useReopenMutation } from '../desk/desk-api.ts';
import type { Review } from '../review/use-review.ts';

interface TakeDownProps {
  readonly review: Review;
  /** The reports on a city or a location. */
  readonly item: QueueItem;
  readonly open: boolean;
  readonly focusFallback: () => HTMLElement | null;
}

/** Takes a reported city or location away and upholds the reports: the administrator deletes it, a moderator declines it. */
export function TakeDown({ review, item, open, focusFallback }: TakeDownProps) {
  const { isAdmin } = useViewer();
  const { data: city } = useGetCityQuery(item.entityId, { skip: item.entityType !== 'city' });
  const { data: location } = useGetLocationQuery(item.entityId, { skip: item.entityType !== 'location' });
  const during = {
    open,
    focusFallback,
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) review.show(null);
    },
  };
  const uphold = () => void review.decide([item], { decision: 'approve' });
  const entity = city ?? location;
  if (entity === undefined) return null;
  if (!isAdmin)
    return <DeclineDialog {...during} review={review} item={item} isPublic={entity.status === 'approved'} />;
  if (city !== undefined) return <DeleteCityDialog {...during} city={city} onDone={uphold} />;
  return location && <DeleteLocationDialog {...during} location={location} onDone={uphold} />;
}

interface DeclineDialogProps {
  readonly review: Review;
  readonly item: QueueItem;
  readonly isPublic: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly focusFallback: () => HTMLElement | null;
}

function DeclineDialog({ review, item, isPublic, ...during }: DeclineDialogProps) {
  const [reopen, { isLoading }] = useReopenMutation();
  const { name, entityId: id } = item;
  const kind = item.entityType === 'city' ? 'city' : 'location';
  const confirm = async () => {
    // What is public is first opened again, which hides it at once.
    const answer = isPublic ? await reopen({ kind, id }) : { error: undefined };
    if (answer.error) return reportFailure(answer.error, `${name} could not be taken down.`);
    const reason = 'It was reported, and the report was right.';
    await review.decide([item], { decision: 'approve' }, [
      { kind, id, entityType: kind, entityId: id, decision: 'reject', reason },
    ]);
  };
  return (
    <ConfirmDialog
      {...during}
      title={`Take down ${name}?`}
      description={`It leaves the guide${kind === 'city' ? ' with all its locations' : ''}, and whoever sent it reads that a report about it was right. It can be reopened under Manage.`}
      confirmLabel="Take Down and Uphold"
      pending={isLoading}
      onConfirm={() => void confirm()}
    />
  );
}
