import type { ReactNode } from 'react';

import { namesOf } from '#contracts/entity-fields';
import { locationFields } from '#contracts/location-fields';
import type { Location } from '#contracts/views/location';
import type { Submitter } from '#contracts/views/person';

import { Picture } from '../../ui/picture.tsx';
import { useGetLocationQuery } from '../location/api.ts';
import { History } from './history.tsx';
import type { QueueItem } from './item.ts';
import { Diff, Value } from './values.tsx';
import { fieldLabel, submitterText } from './words.ts';

export interface ReviewDetailsProps {
  readonly item: QueueItem;
  /** Milliseconds. */
  readonly now: number;
}

/** Everything there is to know before deciding: the picture, the fields, who sent it, what happened so far. */
export function ReviewDetails({ item, now }: ReviewDetailsProps) {
  return (
    <>
      <ReviewFields item={item} />
      <History
        kind={item.kind === 'city' ? 'city' : 'location'}
        id={item.kind === 'edit' ? item.edit.entityId : item.id}
        now={now}
      />
    </>
  );
}

function ReviewFields({ item }: { readonly item: QueueItem }) {
  switch (item.kind) {
    case 'city': {
      const { city } = item;
      return (
        <>
          <StoryPicture src={city.imageUrl} srcSet={city.imageSrcset} alt={`Picture of ${city.name}`} />
          <Facts>
            <Fact label="Country">{city.country}</Fact>
            <Fact label="Image">
              <a
                href={city.imageUrl}
                target="_blank"
                rel="noreferrer"
                className="block truncate text-accent underline-offset-2 hover:underline"
              >
                {city.imageUrl}
              </a>
            </Fact>
            <From submitter={city.submitter} />
          </Facts>
        </>
      );
    }
    case 'location':
      return <LocationStory location={item.location} submitter={item.location.submitter} />;
    case 'edit':
      return <EditStory item={item} />;
  }
}

interface LocationStoryProps {
  readonly location: Location;
  readonly submitter: Submitter | null;
}

/** The row and the first line of the story have these. */
const shownApart: ReadonlySet<string> = new Set(['name', 'cityId']);

function LocationStory({ location, submitter }: LocationStoryProps) {
  return (
    <>
      <LocationPicture location={location} />
      <Facts>
        <Fact label="City">
          {location.cityName}, {location.country}
        </Fact>
        <Fact label="Photos">{location.photoCount}</Fact>
        {namesOf(locationFields)
          .filter((field) => !shownApart.has(field))
          .map((field) => (
            <Fact key={field} label={fieldLabel(field)}>
              <Value field={field} value={location[field]} />
            </Fact>
          ))}
        <From submitter={submitter} />
      </Facts>
    </>
  );
}

function EditStory({ item }: { readonly item: Extract<QueueItem, { kind: 'edit' }> }) {
  const { edit } = item;
  const { data: location } = useGetLocationQuery(edit.entityId);
  return (
    <>
      {location && <LocationPicture location={location} />}
      <Facts>
        {Object.entries(edit.data).map(([field, { from, to }]) => (
          <Fact key={field} label={fieldLabel(field)}>
            <Diff field={field} from={from} to={to} />
            {field in edit.conflicts && (
              <span className="mt-1 block rounded-sm bg-no-ground px-2 py-1 text-sm text-no">
                Meanwhile it was changed to <Value field={field} value={edit.conflicts[field] ?? null} />
              </span>
            )}
          </Fact>
        ))}
        {!('cityId' in edit.data) && <Fact label="City">{edit.cityName}</Fact>}
        <From submitter={edit.submitter} />
      </Facts>
    </>
  );
}

function LocationPicture({ location }: { readonly location: Location }) {
  const { primaryPhoto, imageUrl, name } = location;
  const alt = `Photo of ${name}`;
  if (primaryPhoto)
    return (
      <StoryPicture
        src={primaryPhoto.url}
        srcSet={primaryPhoto.srcset}
        placeholder={primaryPhoto.placeholder}
        alt={alt}
      />
    );
  return imageUrl === null ? null : <StoryPicture src={imageUrl} alt={alt} />;
}

interface StoryPictureProps {
  readonly src: string;
  readonly srcSet?: string | null;
  readonly placeholder?: string;
  readonly alt: string;
}

function StoryPicture(props: StoryPictureProps) {
  return (
    <div className="mb-4 aspect-3/2 overflow-hidden rounded-md">
      <Picture {...props} sizes="(min-width: 1024px) 360px, 90vw" />
    </div>
  );
}

function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 gap-y-2 text-md">{children}</dl>;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function From({ submitter }: { readonly submitter: Submitter | null }) {
  return <Fact label="From">{submitterText(submitter)}</Fact>;
}
