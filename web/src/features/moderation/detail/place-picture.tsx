import type { Location } from '#contracts/location/views';

import { counted, nouns } from '../../../lib/words.ts';
import { Skeleton } from '../../../ui/loading.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { usePhotosOf } from '../../photo/api.ts';
import { DetailLoading } from '../desk/parts.tsx';
import { usePhotoDialog } from './photo-dialog.tsx';

interface DetailPictureProps {
  readonly src: string;
  readonly srcSet?: string | null;
  readonly placeholder?: string;
  readonly alt: string;
}

export function DetailPicture(props: DetailPictureProps) {
  return (
    <div className="mb-4 aspect-3/2 overflow-hidden rounded-md">
      <Picture {...props} sizes="(min-width: 1024px) 360px, 90vw" />
    </div>
  );
}

/** All photos of a place; the first one is large. */
export function PlacePhotos({ location }: { readonly location: Location }) {
  const { photos, error } = usePhotosOf(location.id, { skip: location.photoCount === 0 });
  const { primaryPhoto, imageUrl, name } = location;
  const others = (photos ?? []).filter(({ id }) => id !== primaryPhoto?.id);
  const first = primaryPhoto ?? others.shift();
  const large = usePhotoDialog([...(first === undefined ? [] : [first.id]), ...others.map(({ id }) => id)]);
  if (first === undefined)
    return imageUrl === null ? null : <DetailPicture src={imageUrl} alt={`Picture of ${name}`} />;
  return (
    <>
      <button type="button" className="block w-full cursor-zoom-in" onClick={() => large.show(first.id)}>
        <DetailPicture
          src={first.url}
          srcSet={first.srcset}
          placeholder={first.placeholder}
          alt={`Photo of ${name}`}
        />
      </button>
      {photos === undefined &&
        (error ? (
          <DetailLoading failed />
        ) : (
          <Skeleton className={location.photoCount > 1 ? '-mt-2 mb-4 h-16' : 'hidden'} />
        ))}
      {others.length > 0 && (
        <ul
          aria-label={`${counted(others.length, nouns.photo)} more`}
          className="-mt-2 mb-4 grid max-h-64 grid-cols-4 gap-1.5 overflow-y-auto"
        >
          {others.map((photo, index) => (
            <li key={photo.id} className="aspect-square overflow-hidden rounded-sm">
              <button
                type="button"
                className="block size-full cursor-zoom-in"
                onClick={() => large.show(photo.id)}
              >
                <Picture
                  src={photo.thumbnailUrl}
                  placeholder={photo.placeholder}
                  alt={photo.caption ?? `Photo ${index + 2} of ${name}`}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {large.dialog}
    </>
  );
}
