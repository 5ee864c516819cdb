import { Star, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import type { Photo } from '#contracts/photo/views';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { messageOf } from '../../lib/session-calls.ts';
import { useRights } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Outline } from '../../ui/loading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useOpenFor } from '../../ui/use-open-for.ts';
import { EditLocationDialog, type EditLocationDialogProps } from '../location/edit-location-dialog.tsx';
import { isMine, useFeaturePhotoMutation, usePhotosOf } from './api.ts';
import { DeletePhotoDialog } from './delete-photo-dialog.tsx';
import { PhotoUpload } from './photo-upload.tsx';

/** Changes a location, and its photos. */
export const EditPlaceDialog = (props: EditLocationDialogProps) => (
  <EditLocationDialog {...props}>
    <ManagePhotos locationId={props.location.id} />
  </EditLocationDialog>
);

/** A location's photos, to feature, delete and add; part of the location's edit dialog. */
function ManagePhotos({ locationId }: { readonly locationId: string }) {
  const heading = useId();
  const response = usePhotosOf(locationId);
  const { photos } = response;
  return (
    <section aria-labelledby={heading} className="mt-8 border-t border-line pt-6">
      <h3 id={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
        Photos
      </h3>
      <Listed response={response} failure="The photos could not be loaded">
        {photos === undefined && <Outline text="Loading photos..." rows={1} className="mb-4 h-36" />}
        {photos !== undefined && photos.length > 0 && (
          <PhotoList photos={photos} locationId={locationId} headingId={heading} />
        )}
      </Listed>
      <PhotoUpload locationId={locationId} />
    </section>
  );
}

interface PhotoListProps {
  readonly photos: readonly Photo[];
  readonly locationId: string;
  readonly headingId: string;
}

function PhotoList({ photos, locationId, headingId }: PhotoListProps) {
  const [asked, ask] = useState<Photo | null>(null);
  const [deleting, during] = useOpenFor(asked, () => ask(null));
  return (
    <>
      <ul className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            locationId={locationId}
            name={`photo ${index + 1} of ${photos.length}`}
            onDelete={() => ask(photo)}
          />
        ))}
      </ul>
      {deleting !== null && (
        <DeletePhotoDialog
          key={deleting.id}
          photo={deleting}
          {...during}
          focusFallback={() => document.getElementById(headingId)}
        />
      )}
    </>
  );
}

interface PhotoTileProps {
  readonly photo: Photo;
  readonly locationId: string;
  readonly name: string;
  readonly onDelete: () => void;
}

function PhotoTile({ photo, locationId, name, onDelete }: PhotoTileProps) {
  const { user, isAdmin } = useRights();
  const mayDelete = isMine(photo, user?.id) || isAdmin;
  const [feature, { isLoading }] = useFeaturePhotoMutation();
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  const isFeatured = photo.isPrimary === 1;
  // Moving the photo to the first place makes a browser drop its focus.
  useEffect(() => {
    if (isFeatured && wasPressed.current) button.current?.focus();
    wasPressed.current = false;
  }, [isFeatured]);
  const makeFeatured = async () => {
    wasPressed.current = true;
    const response = await feature({ photoId: photo.id, locationId });
    if (response.error)
      toast({
        title: failureTexts.featurePhoto,
        text: messageOf(response.error, 'Please try again.'),
        variant: 'destructive',
      });
    else toast({ title: successTexts.photoFeatured });
  };
  return (
    <li className="flex flex-col gap-2">
      <div className="relative aspect-3/2 overflow-hidden rounded-md bg-sunk">
        <Picture
          src={photo.thumbnailUrl}
          srcSet={photo.srcset}
          sizes="(min-width: 640px) 170px, 45vw"
          placeholder={photo.placeholder}
          width={photo.width}
          height={photo.height}
          alt={`${name}: ${photo.caption ?? photo.fileName}`}
        />
        {isFeatured && (
          <span className="absolute top-2 left-2">
            <Badge tone="solid">Featured</Badge>
          </span>
        )}
      </div>
      <div className="flex items-center gap-1">
        <Button
          size="small"
          className="min-w-0 flex-1 px-2!"
          ref={button}
          pending={isLoading}
          aria-pressed={isFeatured}
          onClick={() => void (isFeatured || makeFeatured())}
        >
          <Star size={14} aria-hidden className={isFeatured ? 'fill-current' : undefined} />
          {isFeatured ? 'Featured' : 'Feature'}
          <span className="sr-only"> {name}</span>
        </Button>
        {mayDelete && (
          <IconButton label={`Delete ${name}`} className="size-9! text-no!" onClick={onDelete}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        )}
      </div>
    </li>
  );
}
