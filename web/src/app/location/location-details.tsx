import { MapPin, Pencil, Trash2 } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

import type { Location } from '#contracts/location/views';
import { pathOf } from '#contracts/screens';

import { late } from '../../lib/late.ts';
import { useViewer, type SessionState } from '../../lib/session.ts';
import { useOpenSignIn } from '../../lib/sign-in.ts';
import { cityText } from '../../lib/words.ts';
import { CategoryBadge, OwnStatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LightArc } from '../../ui/light-arc.tsx';
import { Hydrated } from '../../ui/hydrated.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { WhenSeen } from '../../ui/when-seen.tsx';
import { Directions } from '../../features/location/directions.tsx';
import { DeclinedNote, useOwn } from '../../features/account/own-contribution.tsx';
import { ShareButton } from '../../features/location/share-button.tsx';
import { HeartButton } from '../../features/opinion/heart-button.tsx';
import { RatingInput } from '../../features/opinion/rating-input.tsx';
import { RatingSummary } from '../../features/opinion/rating.tsx';
import { ReportButton } from '../../features/report/report-button.tsx';

const MyWaitingEdit = late(() =>
  import('../../features/location/my-waiting-edit.tsx').then((m) => m.MyWaitingEdit),
);
const AddToList = late(() => import('../../features/list/add-to-list.tsx').then((m) => m.AddToList));
const PlaceLight = late(() => import('../../features/light/place-light.tsx').then((m) => m.PlaceLight));
const Surroundings = late(() => import('./surroundings.tsx').then((m) => m.Surroundings));
const PhotoUpload = late(() => import('../../features/photo/photo-upload.tsx').then((m) => m.PhotoUpload));

const lightSkeleton = <Skeleton className="h-120" />;

interface LocationDetailsProps {
  readonly location: Location;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function LocationDetails({ location, onEdit, onDelete }: LocationDetailsProps) {
  const { status, isAdmin } = useViewer();
  const own = useOwn(location);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-md text-soft">
        <Link
          to={pathOf('city', location.cityId)}
          className="inline-flex min-w-0 items-center gap-1.5 rounded-sm wrap-anywhere underline decoration-outline/50 underline-offset-4 hover:text-ink"
        >
          <MapPin size={16} aria-hidden className="shrink-0" />
          <bdi>{cityText(location)}</bdi>
        </Link>
        <CategoryBadge category={location.category} />
        {location.status !== 'approved' && <OwnStatusBadge status={location.status} />}
      </div>
      {own === 'declined' && (
        <div className="mt-5">
          <DeclinedNote reason={location.reason} />
          <Button size="small" variant="primary" onClick={onEdit}>
            Fix and send again
          </Button>
        </div>
      )}
      <div className="mt-3 flex items-center justify-between gap-3 border-y border-line py-1.5 short:mt-2 short:py-0.5">
        <RatingSummary location={location} />
        <div className="-mr-2.5 flex gap-1">
          <HeartButton location={location} />
          {status === 'in' && location.status === 'approved' && (
            <Suspense fallback={<span className="size-10" />}>
              <AddToList id={location.id} name={location.name} />
            </Suspense>
          )}
          <ShareButton id={location.id} name={location.name} />
        </div>
      </div>
      {status === 'in' && !isAdmin && own === null && (
        <Suspense fallback={null}>
          <MyWaitingEdit location={location} onEdit={onEdit} />
        </Suspense>
      )}

      <div className="mt-5 flex flex-col gap-7 short:mt-3 short:gap-5 print:gap-y-5">
        <Facts location={location} />
        <Part title="About this location">
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {location.description}
          </p>
          {location.addedBy !== null && (
            <p className="mt-3 text-sm text-soft wrap-anywhere">
              Added by{' '}
              {location.addedByHasPage ? (
                <Link
                  to={pathOf('contributor', location.addedBy.userId)}
                  className="font-medium text-ink underline underline-offset-4"
                >
                  <bdi>{location.addedBy.name}</bdi>
                </Link>
              ) : (
                <bdi>{location.addedBy.name}</bdi>
              )}
            </p>
          )}
        </Part>
        {location.accessNotes !== null && <TextPart title="Access" text={location.accessNotes} />}
        <div className="space-y-7 print:hidden">
          {location.status === 'approved' && <RatingInput location={location} />}
          {/* What was withdrawn can be changed only by the administrator. */}
          {status === 'in' && (isAdmin || location.status !== 'withdrawn') && (
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={onEdit}>
                <Pencil size={15} aria-hidden /> Edit
              </Button>
              {isAdmin && (
                <Button size="small" variant="danger" onClick={onDelete}>
                  <Trash2 size={15} aria-hidden /> Delete
                </Button>
              )}
            </div>
          )}
          <ReportButton entityType="location" entityId={location.id} name={location.name} className="-ml-2" />
        </div>
        {location.timeZone !== null && location.status === 'approved' && (
          <Hydrated before={lightSkeleton}>
            <PlaceLight place={location} />
          </Hydrated>
        )}
        <Part title="Share Your Photos" className="print:hidden">
          <SharePhotos locationId={location.id} status={status} />
        </Part>
        {location.status === 'approved' && (
          <WhenSeen>
            <Suspense>
              <Surroundings place={location} />
            </Suspense>
          </WhenSeen>
        )}
      </div>
    </>
  );
}

/** The best hour, and the address with directions, if they are known. */
function Facts({
  location: { name, bestTimeToVisit, address, coordinates },
}: {
  readonly location: Location;
}) {
  if (bestTimeToVisit === null && address === null && coordinates === null) return null;
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-4">
      {bestTimeToVisit !== null && (
        <Part title="Best Time to Visit" small>
          <p className="flex items-center gap-2.5">
            <LightArc time={bestTimeToVisit} size={36} />
            {bestTimeToVisit}
          </p>
        </Part>
      )}
      {(address !== null || coordinates !== null) && (
        <Part title="Address" small className="min-w-32 flex-1">
          {address !== null && (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {address}
            </p>
          )}
          {coordinates !== null && <Directions to={coordinates} name={name} />}
        </Part>
      )}
    </div>
  );
}

const TextPart = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <Part title={title} small>
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {text}
    </p>
  </Part>
);

interface SharePhotosProps {
  readonly locationId: string;
  readonly status: SessionState['status'];
}

/** Has the same height for everybody, even before the session is known, so that nothing moves under a click. */
function SharePhotos({ locationId, status }: SharePhotosProps) {
  const openSignIn = useOpenSignIn();
  if (status === 'loading') return <PhotoUploadSkeleton />;
  if (status === 'in')
    return (
      <Suspense fallback={<PhotoUploadSkeleton />}>
        <PhotoUpload locationId={locationId} />
      </Suspense>
    );
  return (
    <div className="flex min-h-53 flex-col items-center justify-center rounded-lg bg-sunk p-5 text-center">
      <p className="text-soft">Sign in to share your photos of this amazing location</p>
      <Button variant="primary" className="mt-4" onClick={openSignIn}>
        Sign In to Upload Photos
      </Button>
    </div>
  );
}

const PhotoUploadSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-38 w-full" />
    <Skeleton className="h-11 w-full sm:w-36" />
  </div>
);

interface PartProps {
  readonly title: string;
  readonly small?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

function Part({ title, small = false, className, children }: PartProps) {
  return (
    <section className={className}>
      <h3
        className={small ? 'mb-1 font-sans text-sm font-semibold tracking-normal text-soft' : 'mb-2 text-xl'}
      >
        {title}
      </h3>
      {children}
    </section>
  );
}
