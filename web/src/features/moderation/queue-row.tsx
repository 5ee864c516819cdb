import clsx from 'clsx';
import { MapPin, PencilLine } from 'lucide-react';

import { Badge, CategoryBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LightArc } from '../../ui/light-arc.tsx';
import { Picture } from '../../ui/picture.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { nameOf, sentAt, type QueueItem } from './item.ts';
import { fieldLabel, waitingText } from './words.ts';

/** The id of the button that bears a row's name. */
export const rowId = (id: string): string => `row-${id}`;

export interface QueueRowProps {
  readonly item: QueueItem;
  readonly gone: boolean;
  /** Milliseconds. */
  readonly now: number;
  readonly isChosen: boolean;
  readonly isSelected: boolean;
  readonly onChoose: () => void;
  readonly onSelect: (on: boolean) => void;
  readonly onApprove: () => void;
  readonly onReject: () => void;
}

export function QueueRowView({ item, gone, now, isChosen, isSelected, ...on }: QueueRowProps) {
  const name = nameOf(item);
  return (
    <li
      aria-current={isChosen || undefined}
      className={clsx(
        'relative flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-line bg-raised p-4 sm:flex-nowrap sm:items-center',
        isChosen && 'outline-2 outline-offset-2 outline-accent',
        gone && 'opacity-60',
      )}
    >
      {/* On a phone it lies upon the picture's corner: the words need the width. */}
      <label className="z-2 -m-2.5 grid place-items-center p-2.5 max-sm:absolute max-sm:top-5 max-sm:left-5 sm:relative">
        <input
          type="checkbox"
          checked={isSelected}
          disabled={gone}
          onChange={(event) => on.onSelect(event.target.checked)}
          className="size-4.5 accent-accent max-sm:size-5 max-sm:shadow-floating"
        />
        <VisuallyHidden>Select {name}</VisuallyHidden>
      </label>
      <Thumb item={item} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <button
            type="button"
            id={rowId(item.id)}
            onClick={on.onChoose}
            className="whole-card-link text-left font-display text-xl font-[560] tracking-[-0.015em] wrap-anywhere outline-none"
          >
            {name}
          </button>
          <Badge tone="pending">Pending</Badge>
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <Facts item={item} />
          <span className="whitespace-nowrap">{waitingText(sentAt(item), now)}</span>
        </p>
        <Summary item={item} />
      </div>
      {gone ? (
        <p className="text-sm text-soft">Decided or withdrawn elsewhere</p>
      ) : (
        <RowButtons name={name} onApprove={on.onApprove} onReject={on.onReject} />
      )}
    </li>
  );
}

interface RowButtonsProps {
  readonly name: string;
  readonly onApprove: () => void;
  readonly onReject: () => void;
}

function RowButtons({ name, onApprove, onReject }: RowButtonsProps) {
  return (
    <div className="relative z-2 grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
      <Button size="small" className="max-sm:h-11!" variant="danger" onClick={onReject}>
        Reject<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <Button size="small" className="max-sm:h-11!" variant="primary" onClick={onApprove}>
        Approve<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </div>
  );
}

function Facts({ item }: { readonly item: QueueItem }) {
  switch (item.kind) {
    case 'city':
      return <span>{item.city.country}</span>;
    case 'location':
      return (
        <>
          <CategoryBadge category={item.location.category} />
          <span>{item.location.cityName}</span>
        </>
      );
    case 'edit':
      return <span>{item.edit.cityName}</span>;
  }
}

function Summary({ item }: { readonly item: QueueItem }) {
  if (item.kind === 'city') return null;
  if (item.kind === 'edit') {
    const fields = Object.keys(item.edit.data).map((field) => fieldLabel(field).toLowerCase());
    const isOutdated = Object.keys(item.edit.conflicts).length > 0;
    return (
      <p className="mt-1.5 text-sm">
        Changes {fields.join(', ')}
        {isOutdated && <span className="font-semibold text-no">; the location has changed since</span>}
      </p>
    );
  }
  const { description, address } = item.location;
  return (
    <>
      <p className="mt-1.5 line-clamp-2 text-sm wrap-anywhere">{description}</p>
      {address !== null && (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-soft">
          <MapPin size={14} aria-hidden className="shrink-0" />
          <VisuallyHidden>Address: </VisuallyHidden>
          <span className="truncate">{address}</span>
        </p>
      )}
    </>
  );
}

function Thumb({ item }: { readonly item: QueueItem }) {
  return (
    <div className="grid aspect-3/2 w-21 shrink-0 place-items-center overflow-hidden rounded-md bg-sunk text-outline sm:w-28">
      <ThumbPicture item={item} />
    </div>
  );
}

function ThumbPicture({ item }: { readonly item: QueueItem }) {
  const sizes = '112px';
  if (item.kind === 'city')
    return <Picture src={item.city.imageUrl} srcSet={item.city.imageSrcset} sizes={sizes} alt="" />;
  if (item.kind === 'edit') return <PencilLine size={24} strokeWidth={1.5} aria-hidden />;
  const { primaryPhoto, imageUrl, bestTimeToVisit } = item.location;
  if (primaryPhoto)
    return (
      <Picture
        src={primaryPhoto.thumbnailUrl}
        srcSet={primaryPhoto.srcset}
        sizes={sizes}
        placeholder={primaryPhoto.placeholder}
        alt=""
      />
    );
  if (imageUrl !== null) return <Picture src={imageUrl} alt="" />;
  return <LightArc time={bestTimeToVisit ?? 'Any time'} size={44} />;
}
