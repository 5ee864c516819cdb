import type { PlacedPhoto } from '#contracts/moderation/views';

import { fieldLabel, Diff } from '../../location/values.tsx';
import { useGetDetailQuery } from '../desk/desk-api.ts';
import { Fact, Facts, DetailLoading } from '../desk/parts.tsx';
import { CityDetail, PlaceDetail } from './location-detail.tsx';
import { PlainButtons, type DetailProps } from './detail-parts.tsx';
import { LargePhoto } from './photo-details.tsx';
import { usePhotoDialog } from './photo-dialog.tsx';

/** A change that already applied: before and after; one key keeps or reverts it. */
export function ChangeDetail({ item, review, decides = true }: DetailProps) {
  const { data: detail, isError } = useGetDetailQuery({ kind: 'change', id: item.id });
  if (detail === undefined) return <DetailLoading failed={isError} />;
  const changed = Object.entries(detail.changes ?? {});
  return (
    <>
      {detail.photo !== null ? (
        <ChosenPhotos now={detail.photo} before={detail.photoBefore} />
      ) : changed.length > 0 ? (
        <Facts>
          {changed.map(([field, { from, to }]) => (
            <Fact key={field} label={fieldLabel(field)}>
              <Diff field={field} from={from} to={to} />
            </Fact>
          ))}
        </Facts>
      ) : item.entityType === 'city' ? (
        <CityDetail id={item.entityId} />
      ) : (
        // A trusted person sent it in: there is no earlier version.
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
