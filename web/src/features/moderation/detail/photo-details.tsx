import type { ReactNode } from 'react';

import type { PlacedPhoto } from '#contracts/moderation/views';
import { pathOf } from '#contracts/screens';

import { Picture } from '../../../ui/picture.tsx';
import { gearText, takenText } from '../../photo/details-text.ts';
import { Fact, Facts } from '../desk/parts.tsx';

/** A photo's place and time, its camera and its file. */
export function PhotoDetails({ photo }: { readonly photo: PlacedPhoto }) {
  const { caption, takenAt, lens, credit } = photo;
  const gear = gearText(photo);
  return (
    <Facts>
      <Fact label="Location">
        <PlaceLink photo={photo} />
      </Fact>
      {caption !== null && (
        <Fact label="Caption">
          <bdi>{caption}</bdi>
        </Fact>
      )}
      {credit !== null && <Fact label="By">{credit.name}</Fact>}
      {takenAt !== null && <Fact label="Taken">{takenText(takenAt)}</Fact>}
      {gear !== null && <Fact label="With">{gear}</Fact>}
      {lens !== null && <Fact label="Lens">{lens}</Fact>}
      <Fact label="File">
        {photo.fileName}, {photo.width} × {photo.height}
      </Fact>
    </Facts>
  );
}

const PlaceLink = ({ photo }: { readonly photo: PlacedPhoto }) => (
  <a
    href={pathOf('location', photo.locationId)}
    target="_blank"
    rel="noreferrer"
    className="font-semibold underline underline-offset-2"
  >
    {photo.locationName}
  </a>
);

/** Links to the places that have the same picture. */
export function SamePlaces({ photos }: { readonly photos: readonly PlacedPhoto[] }): ReactNode {
  return photos.map((photo, index) => (
    <span key={photo.id}>
      {index > 0 && ', '}
      <PlaceLink photo={photo} />
    </span>
  ));
}

interface ThumbsProps {
  readonly title: string;
  readonly photos: readonly PlacedPhoto[];
  readonly onOpen: (id: string) => void;
}

export function Thumbs({ title, photos, onOpen }: ThumbsProps) {
  if (photos.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="mb-2 text-base">{title}</h3>
      <ul className="grid grid-cols-4 gap-1.5">
        {photos.map((photo) => (
          <li key={photo.id} className="aspect-square overflow-hidden rounded-sm">
            <button
              type="button"
              className="block size-full cursor-zoom-in"
              title={photo.locationName}
              onClick={() => onOpen(photo.id)}
            >
              <Picture
                src={photo.thumbnailUrl}
                placeholder={photo.placeholder}
                alt={photo.caption ?? `Photo of ${photo.locationName}`}
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LargePhotoProps {
  readonly photo: PlacedPhoto;
  readonly onOpen: () => void;
}

/** A photo as wide as the detail; pressing it opens it large. */
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
