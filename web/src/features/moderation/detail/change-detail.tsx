import type { PlacedPhoto } from '#contracts/moderation/views';

import { ChangeList } from '../../location/values.tsx';
import { useGetDetailQuery } from '../desk/desk-api.ts';
import { DetailLoading } from '../desk/parts.tsx';
import { CityDetail, PlaceDetail } from './location-detail.tsx';
import { PlainButtons, type DetailProps } from './detail-parts.tsx';
import { LargePhoto } from './photo-details.tsx';
import { usePhotoDialog } from './photo-dialog.tsx';

/** A change that is already public: before and after. One key keeps or reverts it. */
export function ChangeDetail({ item, review, decides = true }: DetailProps) {
  const { data: detail, isError } = useGetDetailQuery({ kind: 'change', id: item.id });
  if (detail === undefined) return <DetailLoading failed={isError} />;
  return (
    <>
      {detail.photo !== null ? (
        <ChosenPhotos now={detail.photo} before={detail.photoBefore} />
      ) : detail.changes !== null && Object.keys(detail.changes).length > 0 ? (
        <ChangeList changes={detail.changes} className="text-md" />
      ) : item.entityType === 'city' ? (
        <CityDetail id={item.entityId} />
      ) : (
        // A trusted person submitted it as new, so there is no earlier version.
        <PlaceDetail id={item.entityId} />
      )}
      {decides && (
        <div className="mt-4 flex gap-2">
          <PlainButtons item={item} review={review} />
        </div>
      )}
    </>
  );
}

interface ChosenPhotosProps {
  readonly now: PlacedPhoto;
  readonly before: PlacedPhoto | null;
}

function ChosenPhotos({ now, before }: ChosenPhotosProps) {
  const large = usePhotoDialog([now.id, ...(before === null ? [] : [before.id])]);
  return (
    <>
      <h3 className="mb-2 text-base">Chosen now</h3>
      <LargePhoto photo={now} onOpen={() => large.show(now.id)} />
      <h3 className="mb-2 text-base">Before</h3>
      {before === null ? (
        <p className="mb-4 text-sm text-soft">None was chosen: the oldest stood in.</p>
      ) : (
        <LargePhoto photo={before} onOpen={() => large.show(before.id)} />
      )}
      {large.dialog}
    </>
  );
}
