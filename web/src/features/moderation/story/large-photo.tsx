import type { PlacedPhoto } from '#contracts/moderation/views';

import { Picture } from '../../../ui/picture.tsx';

interface LargePhotoProps {
  readonly photo: PlacedPhoto;
  readonly onOpen: () => void;
}

/** A photo as wide as the story; a press enlarges it. */
export function LargePhoto({ photo, onOpen }: LargePhotoProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="mb-4 block w-full cursor-zoom-in overflow-hidden rounded-md bg-sunk"
      style={{ aspectRatio: `${photo.width} / ${photo.height}`, maxHeight: '60dvh' }}
    >
      <Picture
        src={photo.url}
        srcSet={photo.srcset}
        placeholder={photo.placeholder}
        sizes="(min-width: 1024px) 400px, 90vw"
        alt={photo.caption ?? `Photo of ${photo.locationName}`}
        className="object-contain!"
      />
    </button>
  );
}
