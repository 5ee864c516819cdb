import clsx from 'clsx';
import useEmbla from 'embla-carousel-react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';

import type { Photo } from '#contracts/views/photo';

import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';

interface GalleryProps {
  /** At least one; the featured one first. */
  readonly photos: readonly Photo[];
  readonly name: string;
}

/** A location's photos, one after another and round again; arrow keys turn them too. */
export function Gallery({ photos, name }: GalleryProps) {
  const [viewport, embla] = useEmbla({ loop: true });
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (!embla) return;
    const follow = () => setIndex(embla.selectedScrollSnap());
    embla.on('select', follow).on('reInit', follow);
    return () => void embla.off('select', follow).off('reInit', follow);
  }, [embla]);

  const many = photos.length > 1;
  const turn = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') embla?.scrollPrev();
    if (event.key === 'ArrowRight') embla?.scrollNext();
  };
  return (
    <section
      aria-roledescription="carousel"
      aria-label={`Photos of ${name}`}
      className="relative bg-sunk"
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
              className="relative aspect-[3/2] max-h-[48dvh] min-w-0 flex-[0_0_100%] sm:aspect-[16/9]"
            >
              <Picture
                src={photo.url}
                srcSet={photo.srcset}
                sizes="(min-width: 940px) 940px, 100vw"
                alt={many ? `${name}, photo ${place + 1}` : name}
                width={photo.width}
                height={photo.height}
                placeholder={photo.placeholder}
                eager={place === 0}
                className={clsx(photo.width < photo.height && 'object-contain!')}
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
