import { useState, type ReactNode } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';

import type { Location } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';

import { useAnnounce } from '../../lib/announce.ts';
import { api, type Page } from '../../lib/api.ts';
import { messageOf, isNotFound } from '../../lib/session-calls.ts';
import type { RootState, Store } from '../../lib/store.ts';
import { titleOf } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton, Spinner } from '../../ui/loading.tsx';
import { ErrorState, RetryButton } from '../../ui/state.tsx';
import { useGetLocationQuery } from '../../features/location/api.ts';
import { cardLinkOf, cardPictureOf, withoutLocation } from '../../features/location/location-link.ts';
import { usePhotosOf } from '../../features/photo/api.ts';
import { Gallery, GalleryFrame } from '../../features/photo/gallery.tsx';
import { ReportButton } from '../../features/report/report-button.tsx';
import { LocationDetails } from './location-details.tsx';

const EditPlaceDialog = deferred(() =>
  import('../../features/photo/edit-place-dialog.tsx').then((m) => m.EditPlaceDialog),
);
const DeleteLocationDialog = deferred(() =>
  import('../../features/location/delete-location-dialog.tsx').then((m) => m.DeleteLocationDialog),
);

interface LocationDialogProps {
  readonly id: string;
  /** The address of the picture that the card has already loaded; null at the location's own address. */
  readonly cardPicture: string | null;
  /** At its own address the page is this dialog. */
  readonly isPage?: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

type Task = 'edit' | 'delete' | null;

/** Everything about one location: photos, facts, rating, and the actions of a signed-in person. */
export function LocationDialog({ id, cardPicture, isPage = false, onClose, onDeleted }: LocationDialogProps) {
  const { currentData: location, error, refetch } = useGetLocationQuery(id);
  const card = useCardLocation(id);
  const photos = usePhotos(id, location ?? card, cardPicture);
  const [task, setTask] = useState<Task>(null);
  const [isDeleted, setDeleted] = useState(false);
  const during = (which: Task) => ({
    open: task === which,
    onOpenChange: (open: boolean) => setTask(open ? which : null),
  });
  const shared = {
    open: true,
    isPage,
    onOpenChange: (open: boolean) => {
      if (!open) onClose();
    },
    // The card of a deleted location is about to leave its list.
    openerLeaves: isDeleted,
    focusFallback: () => (isDeleted ? null : cardLinkOf(id)),
  };

  useAnnounce(location?.name ?? null);
  // Even if it existed a moment ago: somebody may have deleted it since.
  const isMissing = isNotFound(error);
  if (!location && !error)
    return (
      <Dialog {...shared} size="large" title={<Loading />} lead={photos}>
        {/* The height of most locations, so that the dialog does not move when the text arrives. */}
        <div className="flex min-h-[60dvh] flex-col gap-4">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="mt-3 h-14 w-full" />
          <Skeleton className="mt-3 h-24 w-full md:w-3/5" />
        </div>
      </Dialog>
    );
  if (isMissing)
    return (
      <Dialog {...shared} size="small" title="Location not found">
        <title>{titleOf('Location not found')}</title>
        <p className="text-soft">It may have been removed, or the address may be incomplete.</p>
        <Button variant="primary" className="mt-6" onClick={onClose}>
          Go Back
        </Button>
      </Dialog>
    );
  if (!location)
    return (
      <Dialog {...shared} size="small" title="The location could not be loaded">
        <p className="text-soft">{messageOf(error, 'Please try again in a moment.')}</p>
        <RetryButton variant="primary" className="mt-6" onRetry={refetch} />
      </Dialog>
    );
  return (
    <Dialog {...shared} size="large" title={location.name} lead={photos}>
      <title>{titleOf(`${location.name}, ${location.cityName}`)}</title>
      <LocationDetails
        location={location}
        onEdit={() => setTask('edit')}
        onDelete={() => setTask('delete')}
      />
      <EditPlaceDialog location={location} {...during('edit')} />
      <DeleteLocationDialog
        location={location}
        {...during('delete')}
        onDone={() => {
          setDeleted(true);
          onDeleted();
        }}
      />
    </Dialog>
  );
}

const Loading = () => (
  <span className="flex items-center gap-3">
    <Spinner size={20} /> Loading location details...
  </span>
);

/**
 * The photos of a location, or a placeholder until they load; undefined if there are none. `location` comes from the
 * card until the location itself is loaded, and is null without a card.
 */
function usePhotos(id: string, location: Location | null, cardPicture: string | null): ReactNode {
  const { photos, error, refetch } = usePhotosOf(id);
  // The card's picture is already loaded: the photo starts with it and becomes sharp later.
  const [known] = useState(cardPicture);
  const { name = '', photoCount = 1, primaryPhoto = null } = location ?? {};
  if (photos !== undefined && location !== null)
    return photos.length > 0 ? (
      <Gallery photos={photos} name={name} known={known} report={reportButton} />
    ) : undefined;
  // A missing location shows its own message.
  if (photoCount === 0 || isNotFound(error)) return undefined;
  if (error)
    return (
      <div className="p-5">
        <ErrorState compact title="The photos could not be loaded" onRetry={refetch} />
      </div>
    );
  return <GalleryFrame first={primaryPhoto} count={photoCount} name={name} known={known} />;
}

const reportButton = ({ id }: Photo) => (
  <ReportButton entityType="photo" entityId={id} name="this photo" className="-my-1 -mr-2" />
);

/** A location from a list on this page at the time of opening; null if no list contains it. */
function useCardLocation(id: string): Location | null {
  const store = useStore() as Store;
  const [found] = useState(() => locationIn(store.getState(), id));
  return found;
}

type Cached = Location | Page<Location> | { readonly pages: ReadonlyArray<Page<Location>> } | undefined;

function locationIn(state: RootState, id: string): Location | null {
  for (const { queryCacheKey } of api.util.selectInvalidatedBy(state, [{ type: 'Location', id }])) {
    // A response with this location's tag is the location itself or a list that contains it.
    const data = state.api.queries[queryCacheKey]?.data as Cached;
    if (data === undefined) continue;
    const items =
      'pages' in data ? data.pages.flatMap((page) => page.items) : 'items' in data ? data.items : [data];
    const found = items.find((item) => item.id === id);
    if (found?.name !== undefined) return found;
  }
  return null;
}

/** A location opened from a card, over the current page; closing navigates back. */
export function LocationOverlay({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const back = () => navigate(-1);
  // Replaces the entry with the page behind first, so that Forward does not reopen a deleted location.
  const dropAndBack = async () => {
    const behind = { pathname, search: withoutLocation(search) };
    await navigate(behind, { replace: true, preventScrollReset: true });
    await back();
  };
  const [cardPicture] = useState(() => cardPictureOf(id));
  return (
    <LocationDialog
      id={id}
      cardPicture={cardPicture}
      onClose={() => void back()}
      onDeleted={() => void dropAndBack()}
    />
  );
}
