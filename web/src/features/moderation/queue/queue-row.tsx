import clsx from 'clsx';
import { Eye } from 'lucide-react';
import { Fragment } from 'react';

import type { QueueItem } from '#contracts/moderation/views';

import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LightArc } from '../../../ui/light-arc.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { agePhrase } from '../desk/event-words.ts';
import { Ghost } from '../desk/gone.tsx';
import { beforeName, flagWords, kindWords, lineName } from '../desk/kind-words.ts';
import { rowId } from '../desk/row-element.ts';
import { changedFrom, type Row } from '../desk/rows.ts';
import { waitingOf } from '../review/lines.ts';
import { RowButtons, type OnItems } from './row-buttons.tsx';
import { useSwipe } from './use-swipe.ts';

/** The height of a row in rem: 64 px, or 136 px on a phone, where the buttons have their own line. */
export const rowRem = { wide: 4, phone: 8.5 } as const;

/** The most photos that the row of a set shows. */
const shownMost = 6;

interface RowActions {
  readonly onChoose: OnItems;
  readonly onOpen: (key: string, on: boolean) => void;
  readonly onSelect: (items: readonly QueueItem[], on: boolean) => void;
  readonly onApprove: OnItems;
  readonly onReject: OnItems;
}

export interface QueueRowProps extends RowActions {
  readonly row: Row;
  /** If the line is a closed set, its other rows; otherwise empty. */
  readonly others: readonly Row[];
  /** If the row is in an open set, how many photos of the set wait; otherwise 0. */
  readonly openCount: number;
  /** Whether it is the first line of an open set. */
  readonly isFirst: boolean;
  /** Milliseconds. */
  readonly now: number;
  readonly isChosen: boolean;
  readonly isSelected: boolean;
  /** Whether all rows are of one kind, which the tab names. */
  readonly hidesKind: boolean;
  /** The names of others who are viewing it. */
  readonly watchers: string;
  readonly top: number;
  readonly position: number;
  readonly of: number;
}

export function QueueRowView(props: QueueRowProps) {
  const { row, isChosen, isSelected, top, position, of, openCount } = props;
  const { item, gone, key } = row;
  const items = itemsOf(props);
  const { by: swiped, handlers } = useSwipe(
    () => props.onApprove(items),
    () => props.onReject(items),
  );
  // Another person may decide the item during a swipe.
  const by = gone === null ? swiped : 0;
  return (
    <li
      data-row
      data-set={items.length > 1 ? items.map(({ id }) => id).join(' ') : undefined}
      aria-current={isChosen || undefined}
      aria-posinset={position}
      aria-setsize={of}
      style={{ top }}
      {...handlers}
      className={clsx(
        'group/row absolute inset-x-0 h-[8.5rem] touch-pan-y overflow-hidden border-b border-line bg-raised sm:h-[4rem]',
        'scroll-mt-[calc(var(--top)+4rem)] scroll-mb-4 max-sm:scroll-mb-20',
        // Rounded like the list, so that it does not clip the outline of a chosen row.
        position === 1 && 'rounded-t-[13px]',
        position === of && 'rounded-b-[13px]',
        isChosen && 'z-1 outline-2 -outline-offset-2 outline-accent',
        isSelected && !isChosen && 'bg-sunk',
        gone !== null && 'bg-paper',
        openCount > 0 && 'border-l-4 border-l-outline',
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
        {gone === null ? (
          <RowButtons
            items={items}
            name={nameOf(props)}
            isChosen={props.isChosen}
            className="col-span-3 gap-2 pb-2 pl-3 max-sm:*:flex-1 sm:col-span-1 sm:gap-1 sm:p-0"
            onApprove={props.onApprove}
            onReject={props.onReject}
          />
        ) : (
          <Ghost item={item} gone={gone} key={key} />
        )}
      </div>
    </li>
  );
}

/** The items that the line decides: its own item, or all waiting photos of a closed set. */
const itemsOf = ({ row, others }: QueueRowProps): readonly QueueItem[] => waitingOf([row, ...others]);

/** How many items the line is about; 1 if it is not a closed set. */
const countOf = ({ row, others }: QueueRowProps): number =>
  row.gone === null ? waitingOf([row, ...others]).length : others.length + 1;

/** The item's name, or for example '3 photos of Old Bridge'. */
const nameOf = (props: QueueRowProps): string => lineName(props.row.item, countOf(props));

function Box(props: QueueRowProps) {
  const { row, isSelected, onSelect } = props;
  return (
    <label className="relative z-2 grid h-full place-items-center">
      <input
        type="checkbox"
        checked={isSelected}
        disabled={row.gone !== null}
        onChange={(event) => onSelect(itemsOf(props), event.target.checked)}
        className="size-5 accent-accent sm:size-4.5"
      />
      <span className="sr-only">Select {nameOf(props)}</span>
    </label>
  );
}

function Words(props: QueueRowProps) {
  const { row, others, now, hidesKind, watchers, onChoose } = props;
  const { item, gone, key } = row;
  const remark = [row, ...others].map(remarkOn).find((each) => each !== null) ?? null;
  const name = (
    <>
      <span className="shrink-0 whitespace-pre">{beforeName(countOf(props))}</span>
      {/* With `dir`, a right-to-left name is also truncated at its end. */}
      <span dir="auto" className="min-w-0 truncate">
        {item.name}
      </span>
    </>
  );
  return (
    <div className={clsx('min-w-0 sm:py-1', gone !== null && 'opacity-60')}>
      <p className="flex items-center gap-2 max-sm:flex-wrap max-sm:gap-y-0">
        {gone === null ? (
          <button
            type="button"
            id={rowId(key)}
            onClick={() => onChoose(itemsOf(props))}
            className="whole-card-link flex min-w-0 rounded-sm text-left font-display max-sm:basis-full text-lg font-semibold tracking-[-0.01em]"
          >
            {name}
          </button>
        ) : (
          <span className="flex min-w-0 font-display text-lg font-semibold max-sm:basis-full">{name}</span>
        )}
        {/* On a phone, these are on a line of their own. */}
        <span className="flex shrink-0 items-center gap-2 max-sm:basis-full">
          {/* The name of a set already says that it consists of photos. */}
          {others.length === 0 && <Kind item={item} hidesKind={hidesKind} />}
          {watchers !== '' && <Watchers names={watchers} />}
          <SetParts {...props} />
        </span>
      </p>
      <p className="flex items-center gap-1.5 text-sm text-soft">
        <Age since={item.submittedAt} now={now} />
        <span className="min-w-0 truncate">
          {[...(remark === null ? [] : [remark]), ...flagsOf(item)].map((word) => (
            <Fragment key={word}>
              <span className="font-semibold text-no">{word}</span>
              {' · '}
            </Fragment>
          ))}
          {aboutOf(item).map((part, at) => (
            <Fragment key={at}>
              {at > 0 && ' · '}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
        </span>
      </p>
    </div>
  );
}

/** On a closed set: its other photos and a button to open it. On the first line of an open set: one to close it. */
function SetParts(props: QueueRowProps) {
  const { row, others, openCount, isFirst, onOpen } = props;
  const waiting = others.filter(({ gone }) => gone === null);
  const isOpen = isFirst && openCount > 1;
  if (row.gone !== null || (waiting.length === 0 && !isOpen)) return null;
  const shown = waiting.slice(0, waiting.length < shownMost ? shownMost : shownMost - 2);
  return (
    <>
      {/* In a narrow list beside a detail, only the detail shows them. */}
      <span className="flex gap-1 lg:max-xl:hidden">
        {shown.map(({ key, item: { thumbnailUrl } }) => (
          <span key={key} id={rowId(key)} className="size-7 overflow-hidden rounded-sm bg-sunk max-sm:size-8">
            {thumbnailUrl !== null && <Picture src={thumbnailUrl} alt="" sizes="32px" />}
          </span>
        ))}
      </span>
      {shown.length < waiting.length && (
        <span className="text-sm text-soft lg:max-xl:hidden">+{waiting.length - shown.length}</span>
      )}
      <Button
        size="small"
        className="relative z-2 min-h-7! px-2! max-sm:hidden!"
        aria-expanded={isOpen}
        onClick={() => onOpen(row.key, !isOpen)}
      >
        {isOpen ? 'Close' : 'Open'}
        <span className="sr-only"> {isOpen ? lineName(row.item, openCount) : nameOf(props)}</span>
      </Button>
    </>
  );
}

/** Says that an item has changed since it was viewed, or that a decision about it failed; null if neither. */
export function remarkOn(row: Row): string | null {
  if (row.gone !== null) return null;
  if (changedFrom(row) !== null) return 'Changed since you looked';
  return row.refused === null ? null : 'Not decided';
}

function Kind({ item, hidesKind }: Pick<QueueRowProps, 'hidesKind'> & { readonly item: QueueItem }) {
  const { label, shows } = kindWords[item.kind];
  return (
    <span className="shrink-0 *:min-h-5.5">
      <Badge tone={shows ? 'plain' : 'pending'}>{hidesKind && !shows ? 'Pending' : label}</Badge>
    </span>
  );
}

/** In a window of medium width, the detail leaves room only for the icon; the names are then for screen readers. */
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

/** The flags to read before deciding; 'new member' is shown beside the submitter's name instead. */
const flagsOf = ({ flags }: QueueItem): readonly string[] =>
  flags.filter((flag) => flag !== 'new-member').map((flag) => flagWords[flag]);

/** For example Görlitz, Viewpoint, Uferstraße 1; leaves out the city if the name already says it. */
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

/** How long the item has waited; highlighted after a day, and more strongly after three days. */
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
