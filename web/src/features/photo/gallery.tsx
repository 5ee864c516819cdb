import clsx from 'clsx';
import useEmbla from 'embla-carousel-react';
import { ChevronLeft, ChevronRight, Maximize2, Minimize2 } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import type { Photo } from '#contracts/views/photo';

import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFullScreen } from './use-full-screen.ts';

// The same for the photos and for the place that is held for them.
const frame = 'aspect-[3/2] max-h-[48dvh] sm:aspect-[16/9]';

/** Holds the photos' place while they load. */
export const GallerySkeleton = () => <Skeleton className={`w-full rounded-none! ${frame}`} />;

interface GalleryProps {
  /** At least one; the featured one first. */
  readonly photos: readonly Photo[];
  readonly name: string;
}

/** A location's photos, one after another and round again, if wanted on the whole screen; arrow keys turn them too. */
export function Gallery({ photos, name }: GalleryProps) {
  const [viewport, embla] = useEmbla({ loop: true });
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (!embla) return;
    const follow = () => setIndex(embla.selectedScrollSnap());
    embla.on('select', follow).on('reInit', follow);
    return () => void embla.off('select', follow).off('reInit', follow);
  }, [embla]);

  const section = useRef<HTMLElement>(null);
  const screen = useFullScreen(section);
  const many = photos.length > 1;
  const turn = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') embla?.scrollPrev();
    if (event.key === 'ArrowRight') embla?.scrollNext();
  };
  return (
    <section
      ref={section}
      aria-roledescription="carousel"
      aria-label={`Photos of ${name}`}
      className={clsx('relative', screen.isFull ? 'grid bg-black' : 'bg-sunk')}
      onKeyDown={turn}
    >
      <div ref={viewport} className="overflow-hidden">
        <div className="flex touch-pan-y">
          {photos.map((photo, place) => (
            <div
              key={photo.id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${place + 1} of ${photos.length}`}
              aria-hidden={place !== index}
              className={clsx('relative min-w-0 flex-[0_0_100%]', screen.isFull ? 'h-dvh' : frame)}
            >
              <Picture
                src={photo.url}
                srcSet={photo.srcset}
                sizes={screen.isFull ? '100vw' : '(min-width: 940px) 940px, 100vw'}
                alt={many ? `${name}, photo ${place + 1}` : name}
                width={photo.width}
                height={photo.height}
                placeholder={photo.placeholder}
                eager={place === 0}
                className={clsx(
                  (screen.isFull || photo.width < photo.height) && 'object-contain!',
                  screen.isFull && 'bg-black!',
                )}
              />
              {photo.isPrimary === 1 && (
                <span className="absolute top-4 left-4">
                  <Badge tone="solid">Featured</Badge>
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
      {screen.toggle && (
        <IconButton
          label={screen.isFull ? 'Leave full screen' : 'Full screen'}
          tone="floating"
          onClick={screen.toggle}
          className={clsx('absolute! top-3', screen.isFull ? 'right-3' : 'right-15')}
        >
          {screen.isFull ? <Minimize2 size={18} aria-hidden /> : <Maximize2 size={18} aria-hidden />}
        </IconButton>
      )}
      {many && (
        <>
          <IconButton
            label="Previous photo"
            tone="floating"
            onClick={() => embla?.scrollPrev()}
            className="absolute! top-1/2 left-3 -mt-5"
          >
            <ChevronLeft size={20} aria-hidden />
          </IconButton>
          <IconButton
            label="Next photo"
            tone="floating"
            onClick={() => embla?.scrollNext()}
            className="absolute! top-1/2 right-3 -mt-5"
          >
            <ChevronRight size={20} aria-hidden />
          </IconButton>
          <p
            aria-live="polite"
            className="absolute right-4 bottom-4 rounded-full bg-black/60 px-3 py-1 text-sm font-medium text-white tabular-nums"
          >
            {index + 1} of {photos.length}
          </p>
        </>
      )}
    </section>
  );
}
