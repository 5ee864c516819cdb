import { Eye } from 'lucide-react';
import { Link } from 'react-router-dom';

import type { QueueItem } from '#contracts/moderation/views';
import { pathOf } from '#contracts/screens';

import { copyText } from '../../../lib/copy-text.ts';
import { numberText, timeText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { History } from '../desk/history.tsx';
import { kindWords, signalWords } from '../desk/kind-words.ts';
import { Notes } from '../desk/notes.tsx';
import { Facts, Fact, Note } from '../desk/parts.tsx';
import { useWatchers } from '../desk/presence.ts';
import { changedFrom, keyOf } from '../desk/rows.ts';
import { useNow } from '../../../lib/use-now.ts';
import { addressOf, nameInAddress } from '../review/filter.ts';
import type { Review } from '../review/use-review.ts';
import { ChangeDetail } from './change-detail.tsx';
import { ChangedSince } from './changed-since.tsx';
import { CityDetail, LocationDetail } from './location-detail.tsx';
import type { DetailProps } from './detail-parts.tsx';
import { EditDetail } from './edit-detail.tsx';
import { PaintedDetail, useShownRevision } from './painted-detail.tsx';
import { PhotoDetail } from './photo-dialog.tsx';
import { ReportDetail } from './report-detail.tsx';
import { closestFirst, FromCity, ItemMap } from './whereabouts.tsx';

/** All information for a decision: the item, its submitter, and its history. */
export function Detail({ item, review, decides = true }: DetailProps) {
  const now = useNow();
  const revision = useShownRevision(item, review.queue);
  const key = keyOf(item);
  const watchers = useWatchers().get(key);
  const row = review.queue.state.rows.find((each) => each.key === key);
  const before = row === undefined ? null : changedFrom(row);
  const waits = row !== undefined && row.gone === null;
  const of = item.entityType === 'city' ? 'city' : 'location';
  const historyOf = of === 'city' ? item.entityId : item.locationId;
  return (
    <>
      {watchers !== undefined && (
        <p className="mb-3 flex items-center gap-1.5 text-sm text-soft">
          <Eye size={15} aria-hidden /> {watchers} is looking at this too
        </p>
      )}
      {before !== null && <ChangedSince item={item} before={before} />}
      <CopyLink item={item} review={review} />
      <Signals item={item} />
      <FromCity item={item} />
      <Duplicates item={item} onCompare={(into) => review.show({ is: 'merge', item, into })} />
      {item.flags.includes('reported') && <Note tone="no">There are open reports about this.</Note>}
      {item.flags.includes('second-opinion') && (
        <Note>A colleague asks for a second opinion: see the notes.</Note>
      )}
      <PaintedDetail
        of={key}
        revision={revision === item.revision ? revision : undefined}
        onPainted={(painted) => {
          // An edit or a change stays the same when its place changes.
          if (item.kind !== 'edit' && item.kind !== 'change')
            review.queue.act({ type: 'viewed', key, revision: painted });
        }}
      >
        <OfKind item={item} review={review} decides={decides} />
      </PaintedDetail>
      <ItemMap key={`map of ${key}`} item={item} />
      <div className="mt-3">
        <Facts>
          <From item={item} />
          <Fact label="Sent">{timeText(item.submittedAt, now)}</Fact>
        </Facts>
      </div>
      <Notes
        key={key}
        about={{ entityType: item.entityType, entityId: item.entityId }}
        {...(waits && !item.flags.includes('second-opinion')
          ? { item, onAsked: () => void review.queue.refetch() }
          : {})}
      />
      {historyOf !== null && <History kind={of} id={historyOf} now={now} />}
    </>
  );
}

function OfKind({ item, review, decides = true }: DetailProps) {
  switch (item.kind) {
    case 'city':
      return <CityDetail id={item.id} />;
    case 'location':
      return <LocationDetail item={item} review={review} />;
    case 'edit':
      return <EditDetail key={item.id} item={item} review={review} />;
    case 'photo':
      return <PhotoDetail item={item} />;
    case 'change':
      return <ChangeDetail item={item} review={review} decides={decides} />;
    case 'report':
      return <ReportDetail item={item} review={review} decides={decides} />;
  }
}

/** What the item has in common with other waiting items. */
function Signals({ item: { signals } }: { readonly item: QueueItem }) {
  const shared = signals.filter(({ kind, count }) => kind !== 'link' && count > 1);
  if (shared.length === 0) return null;
  return (
    <Note>
      {shared.map(({ kind, key, count }) => (
        <p key={key}>
          <Link to={`${pathOf('queue')}?signal=${key}`} className="font-semibold underline">
            {signalWords[kind]}: {numberText(count)} wait
          </Link>
        </p>
      ))}
    </Note>
  );
}

interface DuplicatesProps {
  readonly item: QueueItem;
  /** Opens the comparison with the place of this id. */
  readonly onCompare: (into: string) => void;
}

/** The same duplicate warning that the contributor saw. */
function Duplicates({ item, onCompare }: DuplicatesProps) {
  const duplicates = closestFirst(item);
  if (duplicates.length === 0) return null;
  return (
    <Note>
      May repeat{' '}
      {duplicates.map(({ id, name, distance }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a
            href={pathOf('location', id)}
            target="_blank"
            rel="noreferrer"
            className="font-semibold underline"
          >
            {name}
          </a>
          {distance !== null && ` (${numberText(distance)} m away)`}
        </span>
      ))}
      , which is public.
      {item.kind === 'location' && (
        <span className="mt-2 flex flex-wrap gap-2">
          {duplicates.map((other) => (
            <Button key={other.id} size="small" onClick={() => onCompare(other.id)}>
              Compare and merge
              <span className="sr-only"> into {other.name}</span>
            </Button>
          ))}
        </span>
      )}
    </Note>
  );
}

/** The submitter, and the outcome of their other contributions. */
export function From({ item: { submitter, kind } }: { readonly item: QueueItem }) {
  if (submitter === null)
    return (
      <Fact label="From">
        {kind === 'report' ? 'those who reported it' : 'someone whose account is gone'}
      </Fact>
    );
  const { id, name, approved, declined, isNew, trusted } = submitter;
  return (
    <Fact label="From">
      <Link
        to={pathOf('person', id)}
        className="font-semibold text-accent underline-offset-2 hover:underline"
      >
        {name}
      </Link>
      , {approved} approved, {declined} declined
      {isNew && <span className="font-semibold text-pending"> · new here</span>}
      {trusted && <span className="font-semibold text-ok"> · trusted</span>}
    </Fact>
  );
}

/** For example 'Place in Görlitz'. */
export function kindAndCity({ kind, name, cityName }: QueueItem): string {
  const { label } = kindWords[kind];
  return cityName === null || cityName === name ? label : `${label} in ${cityName}`;
}

/** Copies the desk's address with the current filters and this item, for a colleague. */
function CopyLink({ item, review }: { readonly item: QueueItem; readonly review: Review }) {
  const copy = () => {
    const query = addressOf(review.queue.filter, nameInAddress(item));
    const address = `${location.origin}${pathOf('queue')}?${query}`;
    return copyText(address, 'The link is copied', 'The link to this item');
  };
  return (
    <Button size="small" variant="quiet" className="mb-3 -ml-3 flex!" onClick={() => void copy()}>
      Copy link
    </Button>
  );
}
