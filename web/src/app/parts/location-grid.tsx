import { Camera } from 'lucide-react';
import { useDeferredValue, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

import type { Location } from '#contracts/location/views';
import { bestTimes, type BestTime } from '#contracts/location/words';

import { counted, nouns } from '../../lib/words.ts';
import { Badge, CategoryBadge } from '../../ui/badge.tsx';
import { LightArc } from '../../ui/light-arc.tsx';
import afternoon from '../../ui/light/afternoon.svg';
import evening from '../../ui/light/evening.svg';
import morning from '../../ui/light/morning.svg';
import night from '../../ui/light/night.svg';
import { Skeleton } from '../../ui/loading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useLocationLink } from '../../features/location/location-link.ts';
import { HeartButton } from '../../features/opinion/heart-button.tsx';
import { RatingMark } from '../../features/opinion/rating.tsx';

interface LocationGridProps {
  /** Undefined while loading. */
  readonly locations: readonly Location[] | undefined;
  /** How many skeletons to show while loading. */
  readonly skeletons: number;
  /** How many pictures are on the first screen. */
  readonly eager?: number;
  /** A location without a picture gets a stock picture. */
  readonly withStock?: boolean;
  /** Shown if there are no locations. */
  readonly empty: ReactNode;
}

export function LocationGrid({
  locations,
  skeletons,
  eager = 0,
  withStock = false,
  empty,
}: LocationGridProps) {
  // Deferred: rendering many cards at once would delay the response to input.
  const shown = useDeferredValue(locations);
  if (shown?.length === 0) return empty;
  return (
    <ul
      aria-busy={shown === undefined}
      {...(shown === undefined ? { 'aria-label': 'Loading locations' } : {})}
      className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-1! print:gap-y-5"
    >
      {shown?.map((location, index) => (
        <li key={location.id} className="below-window">
          <LocationCard location={location} eager={index < eager} withStock={withStock} />
        </li>
      ))}
      {shown === undefined &&
        Array.from({ length: skeletons }, (_, index) => (
          <li key={index}>
            <LocationCardSkeleton />
          </li>
        ))}
    </ul>
  );
}

const sizes = '(min-width: 1200px) 368px, (min-width: 640px) 46vw, calc(100vw - 32px)';

interface LocationCardProps {
  readonly location: Location;
  /** On the first screen: its picture is loaded at once. */
  readonly eager?: boolean;
  /** A location without a picture gets the stock picture of its best hour. */
  readonly withStock?: boolean;
}

/** A location in a grid. The whole card opens the location, except for its heart. */
function LocationCard({ location, eager = false, withStock = false }: LocationCardProps) {
  const linkTo = useLocationLink();
  return (
    <article data-location={location.id} className="group relative flex flex-col">
      <div className="relative aspect-[3/2] overflow-hidden rounded-lg bg-sunk print:hidden">
        <CardPicture location={location} eager={eager} withStock={withStock} />
        {location.isTrending === 1 && (
          <span className="absolute top-3 left-3">
            <Badge tone="solid">Trending</Badge>
          </span>
        )}
      </div>
      <HeartButton location={location} tone="floating" className="absolute! top-3 right-3 z-2" />
      <div className="mt-3.5 flex items-baseline justify-between gap-3">
        <h3 dir="auto" className="line-clamp-2 text-xl wrap-anywhere">
          <Link
            {...linkTo(location.id)}
            className="whole-card-link whole-card-focus decoration-outline/60 decoration-1 underline-offset-4 group-hover:underline"
          >
            {location.name}
          </Link>
        </h3>
        <RatingMark rating={location.rating} />
      </div>
      <p dir="auto" className="mt-1 line-clamp-2 text-md text-soft wrap-anywhere print:line-clamp-none">
        {location.description}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-3.5 gap-y-2 text-sm text-soft">
        <CategoryBadge category={location.category} />
        <span className="min-w-0 wrap-anywhere">{location.cityName}</span>
        <span className="tabular-nums">{counted(location.photoCount, nouns.photo)}</span>
        {location.bestTimeToVisit !== null && (
          <span className="flex w-full items-center gap-2">
            <LightArc time={location.bestTimeToVisit} />
            Best time: {location.bestTimeToVisit}
          </span>
        )}
      </p>
    </article>
  );
}

function CardPicture({ location, eager, withStock }: Required<LocationCardProps>) {
  const { primaryPhoto, primaryPhotoUrl, imageUrl } = location;
  const stock = withStock ? pictureOfBestTime(location.bestTimeToVisit) : null;
  const src = primaryPhoto?.url ?? primaryPhotoUrl ?? imageUrl ?? stock;
  if (src === null)
    return (
      <div className="grid size-full place-content-center justify-items-center gap-1 text-center text-soft">
        <Camera size={30} strokeWidth={1.4} aria-hidden className="mb-1.5 text-outline" />
        <p className="text-md font-semibold text-ink">No photos yet</p>
        <p className="text-sm">Click to add photos</p>
      </div>
    );
  return (
    <Picture
      src={src}
      srcSet={primaryPhoto?.srcset}
      sizes={sizes}
      // The card's name already describes the picture.
      alt=""
      width={600}
      height={400}
      placeholder={primaryPhoto?.placeholder}
      eager={eager}
      className="transition-transform duration-500 ease-out group-hover:scale-[1.025]"
    />
  );
}

/** Reserves the space of a card while it loads. */
function LocationCardSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-3">
      <Skeleton className="aspect-[3/2] w-full rounded-lg!" />
      <Skeleton className="mt-1 h-6 w-3/5" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  );
}

const pictures: Readonly<Record<BestTime, string>> = {
  'Any time': evening,
  'Morning (6-11 AM)': morning,
  'Afternoon (12-5 PM)': afternoon,
  'Evening (6-8 PM)': evening,
  'Night (9 PM+)': night,
};

/** The product's own picture for that hour, for a place without pictures. */
const pictureOfBestTime = (time: string | null): string =>
  pictures[bestTimes.find((known) => known === time) ?? 'Any time'];
