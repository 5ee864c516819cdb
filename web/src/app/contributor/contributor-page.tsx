import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';

import type { PublicPerson } from '#contracts/account/views';
import { personPhotos } from '#contracts/page-sizes';
import type { PhotoOfPerson } from '#contracts/photo/views';

import { useNumberedPages, type NumberedPages } from '../../lib/numbered-pages.ts';
import { counted, monthText, nouns, titleOf } from '../../lib/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { EmptyState, Fetched } from '../../ui/state.tsx';
import { ScreenMessage } from '../../ui/screen-message.tsx';
import { useListLocationsQuery } from '../../features/location/api.ts';
import { useLocationLink } from '../../features/location/location-link.ts';
import { BeyondList } from '../parts/beyond-list.tsx';
import { LocationGrid } from '../parts/location-grid.tsx';
import { LookAtPlaces } from '../parts/look-at-places.tsx';
import {
  photosAsked,
  useGetPublicPersonQuery,
  useListPhotosOfPersonQuery,
  placesAsked,
} from './contributor-api.ts';

/** The public page of a person: first their photos, then their places. */
export function ContributorPage() {
  const { id = '' } = useParams();
  return <Contributor key={id} id={id} />;
}

function Contributor({ id }: { readonly id: string }) {
  return (
    <Fetched
      response={useGetPublicPersonQuery(id)}
      outline={<ContributorSkeleton />}
      missing={
        <ScreenMessage
          title="Person not found"
          text="They may not have a public page any more, or the address may be incomplete."
          action={<LookAtPlaces />}
        />
      }
      failure="The page could not be loaded"
    >
      {(person) => <Known person={person} />}
    </Fetched>
  );
}

function Known({ person }: { readonly person: PublicPerson }) {
  const { id, name } = person;
  const pages = useNumberedPages(personPhotos);
  const { page } = pages;
  const asked = { skip: page === null };
  const photos = useListPhotosOfPersonQuery(photosAsked(id, page), asked);
  const places = useListLocationsQuery(placesAsked(id, page), asked);
  const shownPhotos = photos.currentData?.items;
  const shownPlaces = places.currentData?.items;
  const isEmpty = page === null || (shownPhotos?.length === 0 && shownPlaces?.length === 0);
  const hasMore = [photos, places].some(({ currentData }) => (currentData?.next ?? null) !== null);
  return (
    <div className="page py-10 sm:py-12">
      <title>{titleOf(page === null || page === 1 ? name : `${name}, page ${page}`)}</title>
      <h1 dir="auto" className="text-hero">
        {name}
      </h1>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-soft">
        <span>Here since {monthText(monthOf(person.since))}</span>
        <span>{counted(person.photos, nouns.photo)}</span>
        <span>{counted(person.places, nouns.location)}</span>
      </p>
      {isEmpty &&
        (page === 1 ? (
          <div className="mt-10">
            <EmptyState title="Nothing here yet" text="Photos and places show once they are public." />
          </div>
        ) : (
          <div className="mt-10">
            <BeyondList />
          </div>
        ))}
      {shownPhotos?.length !== 0 && page !== null && (
        <Part title="Photos">
          <Listed response={photos} failure="The photos could not be loaded">
            {shownPhotos === undefined ? <WallSkeleton /> : <PhotoWall photos={shownPhotos} />}
          </Listed>
        </Part>
      )}
      {shownPlaces?.length !== 0 && page !== null && (
        <Part title="Places">
          <Listed response={places} failure="The places could not be loaded">
            <LocationGrid locations={shownPlaces} skeletons={3} empty={null} />
          </Listed>
        </Part>
      )}
      <PageLinks pages={pages} hasMore={hasMore} />
    </div>
  );
}

/** A day in the middle of that month, so that it falls in the same month in every time zone. */
const monthOf = (time: string): string => `${time.slice(0, 7)}-15`;

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-10 sm:mt-12">
      <h2 className="mb-5 text-3xl">{title}</h2>
      {children}
    </section>
  );
}

function PageLinks({ pages, hasMore }: { readonly pages: NumberedPages; readonly hasMore: boolean }) {
  const next = hasMore ? pages.next : null;
  if (pages.previous === null && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-12 flex flex-wrap justify-center gap-3">
      {pages.previous && (
        <Link to={pages.previous} rel="prev" className={buttonClass()}>
          Previous page
        </Link>
      )}
      {next && (
        <Link to={next} rel="next" className={buttonClass()}>
          Next page
        </Link>
      )}
    </nav>
  );
}

function ContributorSkeleton() {
  return (
    <div className="page py-10 sm:py-12">
      <h1 className="sr-only">Loading the page...</h1>
      <Skeleton className="h-14 w-80 max-w-full" />
      <Skeleton className="mt-4 mb-16 h-5 w-64 max-w-full" />
      <WallSkeleton />
    </div>
  );
}

const WallSkeleton = () => (
  <div aria-hidden className="grid gap-4 sm:grid-cols-3">
    {[0, 1, 2].map((each) => (
      <Skeleton key={each} className="h-64 rounded-lg!" />
    ))}
  </div>
);

/** The target height of a row in pixels; a row grows to fill its width. */
const rowHeight = 260;
/** The number of photos on the first screen. */
const eager = 3;

/** Uncropped photos in rows, in order; each opens its place. */
function PhotoWall({ photos }: { readonly photos: readonly PhotoOfPerson[] }) {
  const linkTo = useLocationLink();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-6 after:grow-9999 after:content-['']">
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
                  className="whole-card-link whole-card-focus font-medium text-ink underline-offset-4 group-hover:underline"
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
