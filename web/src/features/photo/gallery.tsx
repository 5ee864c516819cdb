import clsx from 'clsx';
import { Maximize2, Minimize2 } from 'lucide-react';
import { useRef, type CSSProperties, type ReactNode } from 'react';

import type { Picture as PictureView } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';

import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Picture, PictureLoading } from '../../ui/picture.tsx';
import { PhotoFacts } from './photo-facts.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { PhotoPosition, TurnButtons, useGalleryKeys } from './turns.tsx';
import { useCarousel } from './use-carousel.ts';
import { useFullScreen } from './use-full-screen.ts';
import { unzoomed, useZoom, type Zoom } from './use-zoom.ts';

// As wide as the gallery or as high as the window allows, whichever limit comes first, but never enlarged. The rest of
// the window is for the dialog's bar, the photo's facts, and the place's name, hour, address and description; a photo in
// a camera's format is never smaller than the gallery. If the name is beside the photo, the rest is for the thumbnails
// and the facts; in a low window, for the thumbnails alone. Beside the name, photos of every shape get the space of one
// in a camera's format, so that nothing below moves from one to the next. The width is in whole pixels, as scroll
// positions are.
const frame =
  '@container w-[round(down,100%,1px)] [--tallest:max(160px,min(70dvh,max(100cqw/1.5,100dvh-580px)))] beside:[--tallest:max(160px,min(var(--dialog-height)-140px,100cqw/1.5))] short:[--tallest:max(160px,100dvh-84px)] print:[--tallest:75mm]!';
const wholeWidth = 'w-[min(100cqw,calc(var(--tallest)*var(--ratio)),var(--own-width))]';
const wholeHeight =
  'h-[max(160px,min(var(--tallest),calc(100cqw/var(--ratio)),var(--own-height)))] beside:h-(--tallest)';

type Sized = Pick<PictureView, 'width' | 'height'>;
const usual: Sized = { width: 1600, height: 1067 };

const sizeStyle = ({ width, height }: Sized): CSSProperties =>
  ({
    '--ratio': width / height,
    '--own-width': `${width}px`,
    '--own-height': `${height}px`,
  }) as CSSProperties;

interface GalleryFrameProps {
  /** The first photo, if it is known before the list arrives. */
  readonly first: PictureView | null;
  /** The expected number of photos. */
  readonly count: number;
  readonly name: string;
  /** The address of a version of the first photo that the browser already has. */
  readonly known: string | null;
}

/** Reserves the space of the photos while they load, showing the card's picture if there is one. */
export function GalleryFrame({ first, count, name, known }: GalleryFrameProps) {
  return (
    <div className={clsx(frame, 'bg-paper')}>
      <div
        style={sizeStyle(first ?? usual)}
        className={clsx('grid place-items-center overflow-hidden', wholeHeight)}
      >
        {first === null ? (
          <Skeleton className="size-full rounded-none!" />
        ) : (
          <WholePhoto photo={first} alt={name} known={known} eager />
        )}
      </div>
      {count > 1 && <div className="h-21 max-sm:hidden" />}
      <div className="h-11" />
    </div>
  );
}

interface GalleryProps {
  /** At least one photo; the featured one first. */
  readonly photos: readonly Photo[];
  readonly name: string;
  /** The address of a version of the first photo that the browser already has. */
  readonly known: string | null;
  /** A button to report a photo of somebody else. */
  readonly report: (photo: Photo) => ReactNode;
}

/**
 * A location's photos, each uncropped, in an endless row; a click opens the full screen. The arrow keys work anywhere
 * in the dialog.
 */
export function Gallery({ photos, name, known, report }: GalleryProps) {
  const section = useRef<HTMLElement>(null);
  const { isFull, enter, leave } = useFullScreen(section);
  const { row, slides, index, turn, show } = useCarousel(photos.map(({ id }) => id));
  const photo = photos[index] ?? photos[0];
  const { zoom, handlers } = useZoom(isFull && photo ? photo.id : null);
  useGalleryKeys(section, { onTurn: turn, isFull });
  if (photo === undefined) return null;
  const many = photos.length > 1;
  const flattest = Math.max(...photos.map(({ width, height }) => width / height));
  const lowest = Math.min(...photos.map(({ height }) => height));
  const middle = { '--middle': `min(50cqw/${flattest},${lowest / 2}px)` } as CSSProperties;
  return (
    <section
      ref={section}
      aria-roledescription="carousel"
      aria-label={`Photos of ${name}`}
      className={isFull ? 'fixed inset-0 z-10 bg-black text-white' : 'bg-paper'}
    >
      <div className={clsx(frame, 'relative')} style={middle}>
        <div
          {...row}
          {...(many ? { tabIndex: 0 } : {})}
          style={sizeStyle(photo)}
          className={clsx(
            'flex [scroll-snap-type:x_mandatory] overflow-y-hidden overscroll-x-contain -outline-offset-2 [scrollbar-width:none] print:overflow-visible',
            zoom.scale > 1 ? 'overflow-x-hidden' : 'overflow-x-auto',
            isFull ? 'h-dvh' : wholeHeight,
          )}
        >
          {slides.map(({ place, isCopy }) => {
            const each = photos[place] ?? photo;
            const isShown = place === index && !isCopy;
            const eager = isNear(place, index, photos.length);
            // A background is loaded wherever it is.
            const under = eager ? each.thumbnailUrl : null;
            return (
              <Slide
                key={isCopy ? `copy of ${each.id}` : each.id}
                photo={each}
                // A copy is only to be seen.
                {...(isCopy ? {} : { label: `${place + 1} of ${photos.length}` })}
                isShown={isShown}
                // Without the page's code, all can be scrolled to.
                isHidden={!isShown && slides.length > photos.length}
                isFull={isFull}
                onOpen={enter}
                handlers={isShown ? handlers : undefined}
                zoom={isShown ? zoom : unzoomed}
              >
                <PictureLoading value={{ eager, attempt: 0 }}>
                  <WholePhoto
                    photo={each}
                    alt={each.caption ?? (many ? `${name}, photo ${place + 1}` : name)}
                    known={place === 0 ? known : under}
                    eager={isShown}
                    isFull={isFull}
                  />
                </PictureLoading>
              </Slide>
            );
          })}
        </div>
        <IconButton
          label={isFull ? 'Leave full screen' : 'Full screen'}
          tone="floating"
          onClick={isFull ? leave : enter}
          className={clsx('absolute! text-ink', isFull ? 'top-3 right-3' : 'bottom-3 left-3')}
        >
          {isFull ? <Minimize2 size={18} aria-hidden /> : <Maximize2 size={18} aria-hidden />}
        </IconButton>
        {many && <Turns isFull={isFull} onTurn={turn} label={`${index + 1} of ${photos.length}`} />}
      </div>
      {!isFull && (
        <>
          {many && <Thumbnails photos={photos} index={index} onChoose={show} />}
          <PhotoFacts photo={photo} report={report(photo)} />
        </>
      )}
    </section>
  );
}

/** Whether it is the current photo or a neighbour that a swipe can reach. */
const isNear = (place: number, index: number, count: number): boolean =>
  [0, 1, count - 1].includes((place - index + count) % count);

interface SlideProps {
  readonly photo: Photo;
  /** Its position among the photos; a copy has none. */
  readonly label?: string;
  readonly isShown: boolean;
  /** Whether screen readers leave it out. */
  readonly isHidden: boolean;
  readonly isFull: boolean;
  readonly onOpen: () => void;
  readonly handlers: ReturnType<typeof useZoom>['handlers'];
  readonly zoom: Zoom;
  readonly children: ReactNode;
}

function Slide({ photo, label, isShown, isHidden, isFull, onOpen, handlers, zoom, children }: SlideProps) {
  const { scale, x, y } = zoom;
  const isEnlarged = scale > 1;
  return (
    <div
      {...(label === undefined
        ? {}
        : { role: 'group', 'aria-roledescription': 'slide', 'aria-label': label })}
      aria-hidden={isHidden}
      style={sizeStyle(photo)}
      {...handlers}
      {...(isFull ? {} : { onClick: onOpen })}
      className={clsx(
        'relative flex h-full min-w-0 flex-[0_0_100%] snap-start snap-always justify-center overflow-hidden',
        !isShown && 'print:hidden',
        isFull ? 'items-center' : 'items-start beside:items-center',
        isEnlarged ? 'cursor-grab touch-none' : 'cursor-zoom-in',
        isFull && !isEnlarged && '[touch-action:pan-x]',
      )}
    >
      <div
        className="relative"
        style={isEnlarged ? { transform: `translate(${x}px, ${y}px) scale(${scale})` } : {}}
      >
        {children}
        {photo.isPrimary === 1 && !isFull && (
          <span className="absolute top-3 left-3">
            <Badge tone="solid">Featured</Badge>
          </span>
        )}
      </div>
    </div>
  );
}

interface WholePhotoProps {
  readonly photo: PictureView;
  readonly alt: string;
  /** The address of a version that the browser has or that loads sooner; shown until the photo is loaded. */
  readonly known: string | null;
  readonly eager: boolean;
  readonly isFull?: boolean;
}

/** A photo in a box of its own aspect ratio, so that nothing is cut off. */
function WholePhoto({ photo, alt, known, eager, isFull = false }: WholePhotoProps) {
  const under = known === null ? '' : `url("${known}") center / 100% 100% no-repeat, `;
  return (
    <div
      style={{ ...sizeStyle(photo), aspectRatio: `${photo.width} / ${photo.height}` }}
      className={isFull ? 'w-[min(100vw,calc(100dvh*var(--ratio)))]' : wholeWidth}
    >
      <Picture
        src={photo.url}
        srcSet={photo.srcset}
        sizes={isFull ? '100vw' : sizesOf(photo)}
        alt={alt}
        width={photo.width}
        height={photo.height}
        placeholder={`${under}${photo.placeholder}`}
        eager={eager}
        className="select-none"
      />
    </div>
  );
}

/** The `sizes` of a photo: by the height that the window allows, or the dialog's width. */
function sizesOf({ width, height }: Sized): string {
  const ratio = (width / height).toFixed(2);
  const byHeight = `max(160px, min(70vh, max(100vw / 1.5, 100vh - 580px))) * ${ratio}`;
  const short = `(max-height: 599px) and (min-width: 540px) min(510px, 54vw, (100vh - 84px) * ${ratio})`;
  const beside = `(min-width: 900px) min(792px, 60vw, (min(100vh - 48px, 720px) - 140px) * ${ratio})`;
  return `${short}, ${beside}, min(100vw, ${byHeight})`;
}

interface TurnsProps {
  readonly isFull: boolean;
  readonly onTurn: (by: -1 | 1) => void;
  readonly label: string;
}

/** Keeps the buttons at one height for photos of every shape. */
function Turns({ isFull, onTurn, label }: TurnsProps) {
  const middle = isFull
    ? 'top-1/2'
    : 'top-[max(80px,min(calc(var(--tallest)/2),var(--middle)))] beside:top-[calc(var(--tallest)/2)]';
  return (
    <>
      <TurnButtons onTurn={onTurn} className={clsx('text-ink', middle)} />
      <PhotoPosition>{label}</PhotoPosition>
    </>
  );
}
