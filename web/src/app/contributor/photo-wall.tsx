import { Link } from 'react-router-dom';

import type { PhotoOfPerson } from '#contracts/photo/views';

import { Picture } from '../../ui/picture.tsx';
import { useLocationLink } from '../../features/location/location-link.ts';

/** Pixels that rows are about as high as; a row grows to fill its width. */
const rowHeight = 260;
/** Photos whose pictures are on the first screen. */
const eager = 3;

/** Photos in rows, whole and in their order; each opens its place. */
export function PhotoWall({ photos }: { readonly photos: readonly PhotoOfPerson[] }) {
  const linkTo = useLocationLink();
  return (
    <ul className="flex flex-wrap gap-3 after:grow-9999 after:content-[''] sm:gap-4">
      {photos.map((photo, index) => {
        const ratio = photo.width / photo.height;
        return (
          <li key={photo.id} style={{ flexGrow: ratio * 10, flexBasis: Math.round(ratio * rowHeight) }}>
            <figure className="group relative">
              <div className="overflow-hidden rounded-lg bg-sunk" style={{ aspectRatio: ratio }}>
                <Picture
                  src={photo.url}
                  srcSet={photo.srcset}
                  sizes={`(min-width: 640px) ${Math.round(ratio * rowHeight * 1.3)}px, 100vw`}
                  alt={photo.caption ?? ''}
                  width={photo.width}
                  height={photo.height}
                  placeholder={photo.placeholder}
                  eager={index < eager}
                />
              </div>
              <figcaption className="mt-2 text-sm text-soft wrap-anywhere">
                <Link
                  {...linkTo(photo.locationId)}
                  className="whole-card-link font-medium text-ink underline-offset-4 outline-none group-hover:underline after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent"
                >
                  {photo.locationName}
                </Link>
                {' · '}
                <bdi>{photo.cityName}</bdi>
              </figcaption>
            </figure>
          </li>
        );
      })}
    </ul>
  );
}
