import type { QueueItem } from '#contracts/moderation/views';

import { reportFailure } from '../../../lib/session-calls.ts';
import { useRights } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { numberText } from '../../../lib/words.ts';
import { ConfirmDialog } from '../../../ui/confirm.tsx';
import { useGetCityQuery } from '../../city/api.ts';
import { DeleteCityDialog } from '../../city/delete-city-dialog.tsx';
import { useGetLocationQuery } from '../../location/api.ts';
import { DeleteLocationDialog } from '../../location/delete-location-dialog.tsx';
import { useReopenMutation } from '../desk/desk-api.ts';
import { wordsOf, bulkCautions, bulkQuestion } from '../desk/kind-words.ts';
import { keyOf } from '../desk/rows.ts';
import { CityDetail } from '../detail/location-detail.tsx';
import { PaintedDetail } from '../detail/painted-detail.tsx';
import { paintedRevision } from '../review/painted.ts';
import type { OfItemProps, ReviewDialogProps } from '../review/use-review.ts';

interface ConfirmBulkProps extends ReviewDialogProps {
  readonly items: readonly QueueItem[];
}

/** Asks before one press approves many items, or items that should be viewed one by one. */
export function ConfirmBulk({ review, items, ...during }: ConfirmBulkProps) {
  const cautions = bulkCautions(items);
  return (
    <ConfirmDialog
      {...during}
      danger={false}
      title={bulkQuestion(items)}
      description={cautions === null ? 'They are decided by what their rows say.' : `${cautions}.`}
      confirmLabel={`${wordsOf(items).approveAll} all ${numberText(items.length)}`}
      onConfirm={() => void review.decide(items, { decision: 'approve' })}
    />
  );
}

/** Offers to approve a place together with its waiting city, and shows the city. */
export function CityFirst({ review, item, ...during }: OfItemProps) {
  const { cityId, cityName } = item;
  const { currentData: city } = useGetCityQuery(cityId ?? '', {
    skip: cityId === null || !during.open,
    // Refetched, because no message reports changes to a waiting city.
    refetchOnMountOrArgChange: true,
  });
  if (cityId === null) return null;
  const key = keyOf({ kind: 'city', id: cityId });
  const approve = () => {
    const revision = paintedRevision(key);
    if (revision === null)
      return toast({ title: `Not decided: ${item.name}`, text: 'Its city is still loading.' });
    const both = { kind: 'city', id: cityId, entityType: 'city', entityId: cityId } as const;
    void review.decide([item], { decision: 'approve' }, [{ ...both, revision, decision: 'approve' }]);
  };
  return (
    <ConfirmDialog
      {...during}
      danger={false}
      title={`Approve ${cityName ?? 'its city'} too?`}
      description={`${item.name} can be approved once its city is, which waits as well.`}
      confirmLabel="Approve Both"
      onConfirm={approve}
    >
      <PaintedDetail of={key} revision={city?.revision}>
        <CityDetail id={cityId} />
      </PaintedDetail>
    </ConfirmDialog>
  );
}

/** Upholds reports and takes their city or location down: the administrator deletes it, a moderator declines it. */
export function TakeDown({ review, item, ...during }: OfItemProps) {
  const { isAdmin } = useRights();
  const { data: city } = useGetCityQuery(item.entityId, { skip: item.entityType !== 'city' });
  const { data: location } = useGetLocationQuery(item.entityId, { skip: item.entityType !== 'location' });
  const uphold = () => void review.decide([item], { decision: 'approve' });
  const entity = city ?? location;
  if (entity === undefined) return null;
  if (!isAdmin)
    return <DeclineDialog {...during} review={review} item={item} isPublic={entity.status === 'approved'} />;
  if (city !== undefined) return <DeleteCityDialog {...during} city={city} onDone={uphold} />;
  return location && <DeleteLocationDialog {...during} location={location} onDone={uphold} />;
}

interface DeclineDialogProps extends OfItemProps {
  readonly isPublic: boolean;
}

function DeclineDialog({ review, item, isPublic, ...during }: DeclineDialogProps) {
  const [reopen, { isLoading }] = useReopenMutation();
  const { name, entityId: id } = item;
  const kind = item.entityType === 'city' ? 'city' : 'location';
  const confirm = async () => {
    // A public entity is reopened first, which hides it at once.
    const response = isPublic ? await reopen({ kind, id }) : { error: undefined };
    if (response.error) return reportFailure(response.error, `${name} could not be taken down.`);
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
