import clsx from 'clsx';
import { Check, Eye, X } from 'lucide-react';
import { Fragment, memo } from 'react';

import type { QueueItem } from '#contracts/moderation/views';
import type { QueueFlag } from '#contracts/moderation/words';

import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LightArc } from '../../../ui/light-arc.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { agePhrase } from '../desk/event-words.ts';
import { Ghost } from '../desk/gone.tsx';
import { flagWords, kindWords } from '../desk/kind-words.ts';
import { rowId } from '../desk/row-element.ts';
import { changedFrom, type Row } from '../desk/rows.ts';
import { useSwipe } from './use-swipe.ts';

/** The height of a row in rem: 64 px, or 136 px on a phone, where the buttons have their own line. */
export const rowRem = { wide: 4, phone: 8.5 } as const;

interface RowActions {
  readonly onChoose: (key: string) => void;
  readonly onSelect: (key: string, on: boolean) => void;
  readonly onApprove: (item: QueueItem) => void;
  readonly onReject: (item: QueueItem) => void;
}

export interface QueueRowProps extends RowActions {
  readonly row: Row<QueueItem>;
  /** Milliseconds, rounded to the minute, so that a row renders at most once a minute. */
  readonly minute: number;
  readonly isChosen: boolean;
  readonly isSelected: boolean;
  /** The list holds one kind, which its tab names. */
  readonly hidesKind: boolean;
  /** The names of others who are viewing it. */
  readonly watchers: string;
  readonly top: number;
  readonly position: number;
  readonly of: number;
}

export const QueueRowView = memo(function QueueRowView(props: QueueRowProps) {
  const { row, isChosen, isSelected, top, position, of } = props;
  const { item, gone, key } = row;
  const { by, handlers } = useSwipe(
    () => props.onApprove(item),
    () => props.onReject(item),
  );
  return (
    <li
      data-row
      aria-current={isChosen || undefined}
      aria-posinset={position}
      aria-setsize={of}
      style={{ top }}
      {...(gone === null ? handlers : {})}
      className={clsx(
        'group/row absolute inset-x-0 h-34 touch-pan-y overflow-hidden border-b border-line bg-raised sm:h-16',
        'scroll-mt-[calc(var(--top)+4rem)] scroll-mb-4 max-sm:scroll-mb-20',
        // As round as the list, so that the ring around a chosen row is whole.
        position === 1 && 'rounded-t-[13px]',
        position === of && 'rounded-b-[13px]',
        isChosen && 'z-1 outline-2 -outline-offset-2 outline-accent',
        isSelected && !isChosen && 'bg-sunk',
        gone !== null && 'bg-paper',
      )}
    >
      {by !== 0 && <SwipeGround by={by} item={item} />}
      <div
        style={by === 0 ? undefined : { transform: `translateX(${by}px)` }}
        className={clsx(
          'relative grid h-full grid-cols-[44px_64px_minmax(0,1fr)] grid-rows-[1fr_auto] items-center gap-x-2 pr-3 sm:grid-cols-[44px_72px_minmax(0,1fr)_auto] sm:grid-rows-1',
          by !== 0 && 'bg-raised',
        )}
      >
        <Box {...props} />
        <Thumb item={item} dimmed={gone !== null} />
        <Words {...props} />
        {gone === null ? <RowButtons {...props} /> : <Ghost item={item} gone={gone} key={key} />}
      </div>
    </li>
  );
});

function Box({ row: { item, gone, key }, isSelected, onSelect }: QueueRowProps) {
  return (
    <label className="relative z-2 grid h-full place-items-center">
      <input
        type="checkbox"
        checked={isSelected}
        disabled={gone !== null}
        onChange={(event) => onSelect(key, event.target.checked)}
        className="size-5 accent-accent sm:size-4.5"
      />
      <span className="sr-only">Select {item.name}</span>
    </label>
  );
}

function Words({ row, minute, hidesKind, watchers, onChoose }: QueueRowProps) {
  const { item, gone, key } = row;
  const remark = remarkOn(row);
  return (
    <div className={clsx('min-w-0 sm:py-1', gone !== null && 'opacity-60')}>
      <p className="flex items-center gap-2 max-sm:flex-wrap max-sm:gap-y-0">
        {gone === null ? (
          <button
            type="button"
            id={rowId(key)}
            onClick={() => onChoose(key)}
            className="whole-card-link min-w-0 truncate text-left font-display max-sm:basis-full text-lg font-[560] tracking-[-0.01em] outline-none"
          >
            {item.name}
          </button>
        ) : (
          <span className="min-w-0 truncate font-display text-lg font-[560] max-sm:basis-full">
            {item.name}
          </span>
        )}
        {/* On a phone they have their own line. */}
        <span className="flex shrink-0 items-center gap-2 max-sm:basis-full">
          <Kind item={item} hidesKind={hidesKind} />
          {watchers !== '' && <Watchers names={watchers} />}
        </span>
      </p>
      <p className="flex items-center gap-1.5 text-sm text-soft">
        <Age since={item.submittedAt} now={minute} />
        <span className="min-w-0 truncate">
          {remark !== null && <span className="font-semibold text-no">{remark} · </span>}
          {flagsOf(item).map((flag) => (
            <Fragment key={flag}>
              <span className="font-semibold text-no">{flagWords[flag]}</span>
              {' · '}
            </Fragment>
          ))}
          {aboutOf(item).map((part, at) => (
            <Fragment key={at}>
              {at > 0 && ' · '}
              <span>{part}</span>
            </Fragment>
          ))}
        </span>
      </p>
    </div>
  );
}

/** What has become of an item since it was viewed, or of a decision about it. */
export function remarkOn(row: Row<QueueItem>): string | null {
  if (row.gone !== null) return null;
  if (changedFrom(row) !== null) return 'Changed since you looked';
  return row.refused === null ? null : 'Not decided';
}

function Kind({ item, hidesKind }: Pick<QueueRowProps, 'hidesKind'> & { readonly item: QueueItem }) {
  const { label, shows } = kindWords[item.kind];
  return (
    <span className="shrink-0 *:h-5.5">
      <Badge tone={shows ? 'plain' : 'pending'}>{hidesKind && !shows ? 'Pending' : label}</Badge>
    </span>
  );
}

/** Beside a detail there is room for their names only in a wide window. */
function Watchers({ names }: { readonly names: string }) {
  return (
    <span
      className="inline-flex shrink-0 items-center gap-1 text-xs text-soft"
      title={`${names} looks at it`}
    >
      <Eye size={14} aria-hidden />
      <span className="max-w-24 truncate lg:max-xl:sr-only">{names}</span>
      <span className="sr-only"> looks at it</span>
    </span>
  );
}

/** What to know before deciding; that its sender is new stands beside the name. */
const flagsOf = ({ flags }: QueueItem): readonly QueueFlag[] => flags.filter((flag) => flag !== 'new-member');

/** For example Görlitz, Viewpoint, Uferstraße 1; leaves out what the name already says. */
function aboutOf({
  kind,
  cityName,
  name,
  summary,
  submitter,
  flags,
  description,
}: QueueItem): readonly string[] {
  const from = submitter === null ? '' : `${submitter.name}${flags.includes('new-member') ? ' (new)' : ''}`;
  const city = kind === 'city' || cityName === name ? '' : (cityName ?? '');
  return [city, ...summary.split(' · '), from, description ?? ''].filter(Boolean);
}

const day = 86_400_000;

/** How long it has waited; highlighted after a day, and more strongly after three. */
function Age({ since, now }: { readonly since: string; readonly now: number }) {
  const age = now - Date.parse(since);
  const days = age >= 3 * day ? 3 : age >= day ? 1 : 0;
  return (
    <time
      dateTime={since}
      data-age={days}
      className={clsx(
        'shrink-0 whitespace-nowrap tabular-nums',
        days === 1 && 'rounded-sm bg-pending-ground px-1.5 text-xs font-semibold text-pending',
        days === 3 && 'rounded-sm bg-no-ground px-1.5 text-xs font-semibold text-no',
      )}
    >
      {agePhrase(age) ?? 'just now'}
    </time>
  );
}

function Thumb({ item, dimmed }: { readonly item: QueueItem; readonly dimmed: boolean }) {
  return (
    <div
      className={clsx(
        'grid h-12 w-full place-items-center overflow-hidden rounded-sm bg-sunk text-outline',
        dimmed && 'opacity-50',
      )}
    >
      {item.thumbnailUrl === null ? (
        <LightArc time="Any time" size={34} />
      ) : (
        <Picture src={item.thumbnailUrl} alt="" sizes="72px" />
      )}
    </div>
  );
}

/**
 * Pale except on the chosen row and under the pointer. Ignores the second click of a double click, because by then the
 * next row is under the pointer.
 */
function RowButtons({ row: { item }, isChosen, onApprove, onReject }: QueueRowProps) {
  const words = kindWords[item.kind];
  const once = (does: (item: QueueItem) => void) => (event: React.MouseEvent) => {
    if (event.detail < 2) does(item);
  };
  return (
    <div className="relative z-2 col-span-3 grid grid-cols-2 gap-2 pb-2 pl-3 sm:col-span-1 sm:flex sm:gap-1 sm:p-0">
      <Button
        size="small"
        variant={isChosen ? 'danger' : 'quiet'}
        className="max-sm:h-11!"
        onClick={once(onReject)}
      >
        <X size={15} aria-hidden className="sm:hidden" />
        {words.reject}
        <span className="sr-only"> {item.name}</span>
      </Button>
      <Button
        size="small"
        variant={isChosen ? 'primary' : 'quiet'}
        className="max-sm:h-11!"
        onClick={once(onApprove)}
      >
        <Check size={15} aria-hidden className="sm:hidden" />
        {words.approve}
        <span className="sr-only"> {item.name}</span>
      </Button>
    </div>
  );
}

function SwipeGround({ by, item }: { readonly by: number; readonly item: QueueItem }) {
  const words = kindWords[item.kind];
  return (
    <div
      aria-hidden
      className={clsx(
        'absolute inset-0 flex items-center px-5 font-semibold',
        by > 0 ? 'justify-start bg-ok-ground text-ok' : 'justify-end bg-no-ground text-no',
      )}
    >
      {by > 0 ? words.approved : words.rejected}
    </div>
  );
}
