import { useRef, useState, type ReactNode } from 'react';

import type { PlacedPhoto, QueueDetail, QueueItem } from '#contracts/moderation/views';

import { Dialog, type Openable } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { useOpenFor } from '../../../ui/use-open-for.ts';
import { PhotoPosition, TurnButtons, useGalleryKeys } from '../../photo/turns.tsx';
import { useGetDetailQuery } from '../desk/desk-api.ts';
import { Note, DetailLoading } from '../desk/parts.tsx';
import { keyOf } from '../desk/rows.ts';
import { PaintedDetail } from './painted-detail.tsx';
import { PhotoDetails, SamePlaces, Thumbs, LargePhoto } from './photo-details.tsx';

export interface PhotoDialogProps extends Openable {
  /** Ids, in the order of the arrow keys. */
  readonly photos: readonly string[];
  readonly at: string;
  readonly onMove: (id: string) => void;
  /** Shown above the photo's details. */
  readonly note?: ReactNode;
  /** Shown below the photo: the decisions about the current one. */
  readonly footer?: ReactNode;
}

/** A large photo with everything known about it; the arrow keys show the next or the previous one. */
export function PhotoDialog({ photos, at, onMove, footer, note, ...rest }: PhotoDialogProps) {
  // The small picture below the photo that is shown large instead of it, if any.
  const [aside, setAside] = useState<{ readonly from: string; readonly id: string } | null>(null);
  const isAside = aside !== null && aside.from === at;
  const id = isAside ? aside.id : at;
  const { data, isError } = useGetDetailQuery({ kind: 'photo', id });
  const detail = data?.item.id === id ? data : undefined;
  const place = photos.indexOf(at);
  const turn = (by: -1 | 1) => {
    setAside(null);
    const next = photos[place + by];
    if (!isAside && next !== undefined) onMove(next);
  };
  return (
    <Dialog
      size="large"
      title={detail?.photo?.locationName ?? detail?.item.name ?? 'Photo'}
      lead={
        <>
          <PaintedDetail of={keyOf({ kind: 'photo', id })} revision={detail?.item.revision}>
            <Large photo={detail?.photo ?? null} onTurn={turn}>
              {photos.length > 1 && !isAside && `${place + 1} of ${photos.length}`}
            </Large>
          </PaintedDetail>
          {/* Visible without scrolling, however long the details below are. */}
          {!isAside && footer !== undefined && footer !== false && (
            <div className="flex justify-end gap-3 border-b border-line px-5 py-2.5 sm:px-7">{footer}</div>
          )}
        </>
      }
      {...rest}
    >
      {!isAside && note}
      {detail === undefined ? (
        <DetailLoading failed={isError} />
      ) : (
        <About detail={detail} onOpen={(other) => setAside(other === at ? null : { from: at, id: other })} />
      )}
    </Dialog>
  );
}

/** Whether the large view shows this photo, not one of the small pictures: only then may it be decided there. */
export const isPhotoShown = (id: string): boolean =>
  document.querySelector(`[data-large="${CSS.escape(id)}"]`) !== null;

interface LargeProps {
  readonly photo: PlacedPhoto | null;
  readonly onTurn: (by: -1 | 1) => void;
  /** The photo's position among the others; false if it is the only one. */
  readonly children: ReactNode;
}

function Large({ photo, onTurn, children }: LargeProps) {
  const frame = useRef<HTMLDivElement>(null);
  useGalleryKeys(frame, { onTurn, isFull: false });
  return (
    <div
      ref={frame}
      data-large={photo?.id}
      className="relative h-[min(56dvh,640px)] bg-sunk max-sm:h-[45dvh]"
    >
      {photo === null ? (
        <Skeleton className="size-full rounded-none!" />
      ) : (
        <Picture
          key={photo.id}
          src={photo.url}
          srcSet={photo.srcset}
          sizes="(min-width: 940px) 940px, 100vw"
          placeholder={photo.placeholder}
          alt={photo.caption ?? `Photo of ${photo.locationName}`}
          className="object-contain!"
          eager
        />
      )}
      {children !== false && <TurnButtons onTurn={onTurn} className="top-1/2" />}
      <PhotoPosition>{children}</PhotoPosition>
    </div>
  );
}

interface AboutProps {
  readonly detail: QueueDetail;
  readonly onOpen: (id: string) => void;
  /** Renders the photo itself if nothing else shows it. */
  readonly children?: (photo: PlacedPhoto) => ReactNode;
}

/** Everything known about a photo: its place, its details, the same picture elsewhere, the person's other photos. */
function About({ detail: { photo, sameElsewhere, othersOfPerson }, onOpen, children }: AboutProps) {
  if (photo === null) return <p className="text-sm text-soft">The photo is gone.</p>;
  return (
    <div className="@container">
      <div className="grid gap-x-8 @min-[30rem]:grid-cols-2">
        <div>
          {sameElsewhere.length > 0 && (
            <Note tone="no">
              The same picture is also at <SamePlaces photos={sameElsewhere} />.
            </Note>
          )}
          {children?.(photo)}
          <PhotoDetails photo={photo} />
        </div>
        <div className="@min-[30rem]:-mt-4">
          <Thumbs title="The same picture elsewhere" photos={sameElsewhere} onOpen={onOpen} />
          <Thumbs title="Others of this person" photos={othersOfPerson} onOpen={onOpen} />
        </div>
      </div>
    </div>
  );
}

/** Opens a detail's photos large; the caller must render `dialog`. */
export function usePhotoDialog(photos: readonly string[]): {
  readonly show: (id: string) => void;
  readonly dialog: ReactNode;
} {
  const [wanted, show] = useState<string | null>(null);
  const [at, during] = useOpenFor(wanted, () => show(null));
  return {
    show,
    // If a photo disappears, its dialog closes.
    dialog:
      at !== null && photos.includes(at) ? (
        <PhotoDialog photos={photos} at={at} onMove={show} {...during} />
      ) : null,
  };
}

/** A large photo with its place, its details, the same picture elsewhere and other photos of the person. */
export function PhotoDetail({ item }: { readonly item: QueueItem }) {
  const { data: detail, isError } = useGetDetailQuery({ kind: item.kind, id: item.id });
  const all = [detail?.photo, ...(detail?.sameElsewhere ?? []), ...(detail?.othersOfPerson ?? [])];
  const large = usePhotoDialog([...new Set(all.flatMap((each) => each?.id ?? []))]);
  if (detail === undefined) return <DetailLoading failed={isError} />;
  return (
    <>
      <About detail={detail} onOpen={large.show}>
        {(photo) => <LargePhoto photo={photo} onOpen={() => large.show(photo.id)} />}
      </About>
      {large.dialog}
    </>
  );
}
