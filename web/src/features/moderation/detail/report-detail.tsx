import type { QueueDetail } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import { useRights } from '../../../lib/session.ts';
import { nouns, numberText, timeText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { useGetCityQuery } from '../../city/api.ts';
import { useGetLocationQuery } from '../../location/api.ts';
import { reasonTexts } from '../../report/reason-texts.ts';
import { useGetDetailQuery } from '../desk/desk-api.ts';
import { actionText } from '../desk/event-words.ts';
import { DetailLoading } from '../desk/parts.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { CityDetail, PlaceDetail } from './location-detail.tsx';
import { PlainButtons, type DetailProps } from './detail-parts.tsx';
import { PhotoDetail } from './photo-dialog.tsx';

/** All open reports about one target, and the target itself. */
export function ReportDetail({ item, review, decides = true }: DetailProps) {
  const { data: detail, isError } = useGetDetailQuery({ kind: 'report', id: item.id });
  if (detail === undefined) return <DetailLoading failed={isError} />;
  return (
    <>
      <Reports reports={detail.reports} />
      <DecidedBefore decisions={detail.decisions} />
      <div className="mb-4 flex flex-wrap gap-2">
        {decides && <PlainButtons item={item} review={review} />}
        {item.entityType === 'photo' ? (
          <RemovePhoto item={item} review={review} />
        ) : (
          <TakeDownButton item={item} review={review} />
        )}
      </div>
      <p className="mb-4 text-sm text-soft">
        Upholding tells those who reported it that they were right. What it is about stays until it is
        corrected or removed.
      </p>
      <Reported item={item} />
    </>
  );
}

/** Upholds the reports and removes the photo in one step. */
function RemovePhoto({ item, review }: DetailProps) {
  const { entityId } = item;
  const removal = {
    kind: 'photo',
    id: entityId,
    entityType: 'photo',
    entityId,
    decision: 'reject',
    reason: 'It was reported, and the report was right.',
  } as const;
  return (
    <Button
      size="small"
      variant="danger"
      onClick={() => review.settle(item, { decision: 'approve' }, [removal])}
    >
      Uphold and remove the photo
    </Button>
  );
}

/** Opens the dialog that upholds the reports and takes the city or location down, if this person may do that. */
function TakeDownButton({ item, review }: DetailProps) {
  const { isAdmin } = useRights();
  const now = useNow();
  const isCity = item.entityType === 'city';
  const { data: city } = useGetCityQuery(item.entityId, { skip: !isCity });
  const { data: location } = useGetLocationQuery(item.entityId, { skip: isCity });
  const entity = city ?? location;
  const shows = entity?.status === 'approved';
  if (entity === undefined || (!shows && entity.status !== 'pending')) return null;
  const isLong =
    shows && entity.decidedAt !== null && now - Date.parse(entity.decidedAt) > limits.takenAwayWithin;
  if (isLong && !isAdmin)
    return (
      <p className="w-full text-sm text-soft">
        It was approved more than 30 days ago: only the administrator takes it down.
      </p>
    );
  return (
    <Button size="small" variant="danger" onClick={() => review.show({ is: 'take-down', item })}>
      Uphold and {isAdmin ? 'delete' : 'take down'} the {nouns[isCity ? 'city' : 'location'].one}
    </Button>
  );
}

function Reports({ reports }: Pick<QueueDetail, 'reports'>) {
  const now = useNow();
  return (
    <ul aria-label="Reports" className="mb-4 flex flex-col gap-2.5">
      {reports.map(({ id, reason, note, createdAt, by, upheld, dismissed }) => (
        <li key={id} className="rounded-md bg-sunk px-3.5 py-2.5 text-sm">
          <p className="font-semibold">{reasonTexts[reason]}</p>
          {note !== null && (
            <q dir="auto" className="mt-1 block whitespace-pre-line wrap-anywhere">
              {note}
            </q>
          )}
          <p className="mt-1 text-soft">
            <bdi>{by.name}</bdi>, {timeText(createdAt, now)}. Of their reports, {numberText(upheld)} upheld,{' '}
            {numberText(dismissed)} dismissed
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Earlier decisions about the same target. */
function DecidedBefore({ decisions }: Pick<QueueDetail, 'decisions'>) {
  const now = useNow();
  if (decisions.length === 0) return null;
  return (
    <section aria-label="Decided before" className="mb-4 text-sm">
      <h3 className="mb-1 text-base">Decided before</h3>
      <ul className="flex flex-col gap-1 text-soft">
        {decisions.map(({ type, at, by, reason }) => (
          <li key={`${at} ${type}`}>
            {actionText(type) ?? type} by <bdi>{by.name}</bdi>, {timeText(at, now)}
            {reason !== null && `: ${reason}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reported({ item }: Pick<DetailProps, 'item'>) {
  if (item.entityType === 'photo') return <PhotoDetail item={item} />;
  if (item.entityType === 'city') return <CityDetail id={item.entityId} />;
  return <PlaceDetail id={item.entityId} />;
}
