import { Link } from 'react-router-dom';

import type { PlacedPhoto } from '#contracts/views/queue';
import type { QueueItem } from '#contracts/views/queue';

import { Picture } from '../../../ui/picture.tsx';
import { useGetStoryQuery } from '../desk-api.ts';
import { Fact, Facts, Note } from './facts.tsx';
import { StoryLoading } from './story-loading.tsx';

/** The photo large, with its place, its details, the same picture elsewhere and the person's others. */
export function PhotoStory({ item }: { readonly item: QueueItem }) {
  const { data: story, isError } = useGetStoryQuery({ kind: item.kind, id: item.id });
  if (story === undefined) return <StoryLoading failed={isError} />;
  if (story.photo === null) return <p className="text-sm text-soft">The photo is gone.</p>;
  return (
    <>
      {story.sameElsewhere.length > 0 && (
        <Note tone="no">
          The same picture is also at{' '}
          {story.sameElsewhere.map((photo, index) => (
            <span key={photo.id}>
              {index > 0 && ', '}
              <PlaceLink photo={photo} />
            </span>
          ))}
          .
        </Note>
      )}
      <LargePhoto photo={story.photo} />
      <PhotoFacts photo={story.photo} />
      <Thumbs title="Others of this person" photos={story.othersOfPerson} />
    </>
  );
}

const PlaceLink = ({ photo }: { readonly photo: PlacedPhoto }) => (
  <a
    href={`/location/${photo.locationId}`}
    target="_blank"
    rel="noreferrer"
    className="font-semibold underline underline-offset-2"
  >
    {photo.locationName}
  </a>
);

export function LargePhoto({ photo }: { readonly photo: PlacedPhoto }) {
  return (
    <a
      href={photo.url}
      target="_blank"
      rel="noreferrer"
      className="mb-4 block overflow-hidden rounded-md bg-sunk"
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
    </a>
  );
}

function PhotoFacts({ photo }: { readonly photo: PlacedPhoto }) {
  const { caption, takenAt, camera, lens, focalLength, aperture, exposure, iso } = photo;
  const settings = [
    focalLength === null ? null : `${focalLength} mm`,
    aperture === null ? null : `f/${aperture}`,
    exposure === null ? null : `${exposure} s`,
    iso === null ? null : `ISO ${iso}`,
  ].filter((each) => each !== null);
  return (
    <Facts>
      <Fact label="Place">
        <PlaceLink photo={photo} />
      </Fact>
      {caption !== null && <Fact label="Caption">{caption}</Fact>}
      {takenAt !== null && <Fact label="Taken">{takenAt.replace('T', ', ').slice(0, 17)}</Fact>}
      {(camera ?? lens) !== null && <Fact label="With">{[camera, lens].filter(Boolean).join(', ')}</Fact>}
      {settings.length > 0 && <Fact label="Settings">{settings.join(', ')}</Fact>}
      <Fact label="File">
        {photo.fileName}, {photo.width} × {photo.height}
      </Fact>
    </Facts>
  );
}

interface ThumbsProps {
  readonly title: string;
  readonly photos: readonly PlacedPhoto[];
}

export function Thumbs({ title, photos }: ThumbsProps) {
  if (photos.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="mb-2 text-base">{title}</h3>
      <ul className="grid grid-cols-4 gap-1.5">
        {photos.map((photo) => (
          <li key={photo.id} className="aspect-square overflow-hidden rounded-sm">
            <Link to={`/location/${photo.locationId}`} title={photo.locationName}>
              <Picture
                src={photo.thumbnailUrl}
                placeholder={photo.placeholder}
                alt={`Photo of ${photo.locationName}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
