import clsx from 'clsx';
import { useEffect, useRef } from 'react';

import type { Photo } from '#contracts/photo/views';

import { Picture } from '../../ui/picture.tsx';

interface ThumbnailsProps {
  readonly photos: readonly Photo[];
  readonly index: number;
  readonly onChoose: (index: number) => void;
}

/** All photos in a row, to choose one; the row scrolls to the current one. */
export function Thumbnails({ photos, index, onChoose }: ThumbnailsProps) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const [list, shown] = [row.current, row.current?.children[index]];
    if (list === null || !(shown instanceof HTMLElement)) return;
    // Not `scrollIntoView`: that would scroll the dialog too.
    list.scrollTo({ left: shown.offsetLeft - (list.clientWidth - shown.offsetWidth) / 2 });
  }, [index]);
  return (
    <ul
      ref={row}
      aria-label="All photos"
      className="scroll-fade relative flex h-21 max-sm:hidden print:hidden items-center gap-2 overflow-x-auto overscroll-x-contain px-5 [scrollbar-width:thin] sm:px-7"
    >
      {photos.map((photo, place) => (
        <li key={photo.id} className="shrink-0">
          <button
            type="button"
            aria-label={`Show photo ${place + 1}`}
            aria-current={place === index}
            onClick={() => onChoose(place)}
            className={clsx(
              'block h-14 w-19 overflow-hidden rounded-sm outline-offset-2 transition-opacity duration-150',
              place === index
                ? 'outline-2 outline-ink focus-visible:outline-accent'
                : 'opacity-70 hover:opacity-100',
            )}
          >
            <Picture src={photo.thumbnailUrl} placeholder={photo.placeholder} alt="" width={76} height={56} />
          </button>
        </li>
      ))}
    </ul>
  );
}
