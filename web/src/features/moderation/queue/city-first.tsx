import type { QueueItem } from '#contracts/moderation/views';

import { ConfirmDialog } from '../../../ui/confirm.tsx';
import { toast } from '../../../lib/toast.ts';
import { useGetCityQuery } from '../../city/api.ts';
import { keyOf } from '../desk/rows.ts';
import { paintedRevision } from '../review/painted.ts';
import type { Review } from '../review/use-review.ts';
import { CityStory } from '../story/city-story.tsx';
import { PaintedStory } from '../story/painted-story.tsx';

interface CityFirstProps {
  readonly review: Review;
  readonly item: QueueItem;
  readonly open: boolean;
  readonly focusFallback: () => HTMLElement | null;
}

/** Asks whether the waiting city of a place is approved with it, and shows the city. */
export function CityFirst({ review, item, open, focusFallback }: CityFirstProps) {
  const { cityId, cityName } = item;
  const { currentData: city } = useGetCityQuery(cityId ?? '', {
    skip: cityId === null || !open,
    // It waits too, so no message says that it has changed.
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
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) review.show(null);
      }}
      danger={false}
      title={`Approve ${cityName ?? 'its city'} too?`}
      description={`${item.name} can be approved once its city is, which waits as well.`}
      confirmLabel="Approve Both"
      onConfirm={approve}
      focusFallback={focusFallback}
    >
      <PaintedStory of={key} revision={city?.revision}>
        <CityStory id={cityId} />
      </PaintedStory>
    </ConfirmDialog>
  );
}
