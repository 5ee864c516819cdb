import { useState } from 'react';

import { isApiError, messageOf } from '../../app/session-calls.ts';
import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useListPhotosQuery } from '../photo/api.ts';
import { Gallery } from '../photo/gallery.tsx';
import { useGetLocationQuery } from './api.ts';
import { LocationDetails } from './location-details.tsx';
import { cardLinkOf } from './location-link.ts';

const EditLocationDialog = deferred(() =>
  import('../edit/edit-location-dialog.tsx').then((m) => m.EditLocationDialog),
);
const DeleteLocationDialog = deferred(() =>
  import('../edit/delete-location-dialog.tsx').then((m) => m.DeleteLocationDialog),
);

interface LocationDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

type Task = 'edit' | 'delete' | null;

/** Everything about one location: photos, facts, rating, and what a signed-in person may do with it. */
export function LocationDialog({ id, onClose, onDeleted }: LocationDialogProps) {
  const { currentData: location, error, isFetching, refetch } = useGetLocationQuery(id);
  const [task, setTask] = useState<Task>(null);
  const during = (which: Task) => ({
    open: task === which,
    onOpenChange: (open: boolean) => setTask(open ? which : null),
  });
  const shared = {
    open: true,
    onOpenChange: (open: boolean) => void (open || onClose()),
    focusFallback: () => cardLinkOf(id),
  };

  // Also when it was there a moment ago: somebody may have deleted it meanwhile.
  const isMissing = isApiError(error) && (error.status === 404 || error.status === 400);
  if (!location && (isFetching || !error))
    return (
      <Dialog {...shared} size="large" title={<Loading />}>
        <Skeleton className="aspect-[3/2] max-h-[50dvh] w-full" />
      </Dialog>
    );
  if (isMissing)
    return (
      <Dialog {...shared} size="small" title="Location not found">
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
        <Button variant="primary" className="mt-6" onClick={() => void refetch()}>
          Try again
        </Button>
      </Dialog>
    );
  return (
    <Dialog {...shared} size="large" title={location.name} lead={<Photos id={id} name={location.name} />}>
      <title>{`${location.name}, ${location.cityName} · Lightfall`}</title>
      <LocationDetails
        location={location}
        onEdit={() => setTask('edit')}
        onDelete={() => setTask('delete')}
      />
      <EditLocationDialog location={location} {...during('edit')} />
      <DeleteLocationDialog location={location} {...during('delete')} onDeleted={onDeleted} />
    </Dialog>
  );
}

const Loading = () => (
  <span className="flex items-center gap-3">
    <Spinner size={20} /> Loading location details...
  </span>
);

function Photos({ id, name }: { readonly id: string; readonly name: string }) {
  const { currentData: photos } = useListPhotosQuery(id);
  return photos && photos.length > 0 ? <Gallery photos={photos} name={name} /> : null;
}
