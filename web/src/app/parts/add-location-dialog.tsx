import { useRef, useState, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';

import { CreateLocation } from '#contracts/location/commands';
import type { Location } from '#contracts/location/views';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { withCoordinatesText } from '../../lib/coordinates.ts';
import { useApiForm } from '../../lib/form/use-api-form.ts';
import type { FormFiles } from '../../lib/form/use-draft.ts';
import { useFormOwner } from '../../lib/form/use-form-owner.ts';
import { toast } from '../../lib/toast.ts';
import { counted, nouns } from '../../lib/words.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { DropZone, useFileDrop, useFilePaste } from '../../ui/drop-zone.tsx';
import { SignedInForm } from '../../ui/signed-in-form.tsx';
import { reviewNote } from '../../features/account/own-contribution.tsx';
import { useGetCityQuery } from '../../features/city/api.ts';
import { useCreateLocationMutation } from '../../features/location/api.ts';
import { LocationFields, formValues, type LocationValues } from '../../features/location/location-fields.tsx';
import { useLocationLink } from '../../features/location/location-link.ts';
import { UploadList } from '../../features/photo/upload-list.tsx';
import { isUnsent } from '../../features/photo/upload-queue.ts';
import { UploadTerms } from '../../features/photo/upload-terms.tsx';
import { useKeptPhotos } from '../../features/photo/use-kept-photos.ts';
import { useStay, useUploads, type Uploads } from '../../features/photo/use-uploads.ts';

export interface AddLocationDialogProps extends Openable {
  /** The initially selected city. */
  readonly cityId?: string;
}

/** Adds a place in one step (photos, address and description), then shows the upload and the review status. */
export function AddLocationDialog(props: AddLocationDialogProps) {
  const { turn } = useFormOwner();
  const [opening, next] = useOpenings(props.open);
  return <OneLocation key={`${turn} ${opening}`} {...props} onAnother={next} />;
}

/** The number of openings: each opening starts the form afresh, with its draft. */
function useOpenings(open: boolean): readonly [number, () => void] {
  const [seen, setSeen] = useState({ open, count: 0 });
  if (seen.open !== open) setSeen({ open, count: seen.count + (open ? 1 : 0) });
  return [seen.count, () => setSeen({ open, count: seen.count + 1 })];
}

interface OneLocationProps extends AddLocationDialogProps {
  readonly onAnother: () => void;
}

function OneLocation({ open, onOpenChange, cityId = '', onAnother }: OneLocationProps) {
  const photos = useUploads({ keepsDone: true });
  const draft = `location in ${cityId}`;
  const files = useKeptPhotos(draft, photos, open);
  const [sent, setSent] = useState<Location | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const lost = sent === null ? files.notKept.length : photos.uploads.filter(isUnsent).length;
  const leave = () => {
    setLeaving(false);
    onOpenChange(false);
    if (sent !== null) photos.clear();
  };
  const close = () => {
    if (lost > 0) setLeaving(true);
    else leave();
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(wanted) => {
          if (!wanted) close();
        }}
        title={sent === null ? 'Add a location' : sentTitle(sent)}
        description={
          sent === null
            ? 'A place worth a picture, and the hour to be there.'
            : `${sent.name}, ${sent.cityName}`
        }
      >
        <SignedInForm required="Sign in to add a location. You will be back here afterwards.">
          {sent === null ? (
            <AddLocationForm
              cityId={cityId}
              draft={draft}
              photos={photos}
              files={files}
              onSent={setSent}
              onCancel={() => onOpenChange(false)}
            />
          ) : (
            <SentLocation location={sent} photos={photos} onAnother={onAnother} onClose={close} />
          )}
        </SignedInForm>
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={`Leave without ${counted(lost, nouns.photo)}?`}
        description={
          sent === null
            ? `Your draft is kept, but not these: ${files.notKept.join(', ')}. You would have to choose them again.`
            : 'The place is sent. These photos have not arrived; you can add them to it at any time.'
        }
        confirmLabel="Leave"
        onConfirm={leave}
      />
    </>
  );
}

const sentTitle = ({ status }: Location): string =>
  status === 'approved' ? 'It is in the guide' : 'Sent, waiting for review';

interface AddLocationFormProps {
  readonly cityId: string;
  readonly draft: string;
  readonly photos: Uploads;
  readonly files: FormFiles;
  readonly onSent: (location: Location) => void;
  readonly onCancel: () => void;
}

function AddLocationForm({ cityId, draft, photos, files, onSent, onCancel }: AddLocationFormProps) {
  const [createLocation] = useCreateLocationMutation();
  const { data: city } = useGetCityQuery(cityId, { skip: cityId === '' });
  const form = useApiForm<LocationValues, CreateLocation, Location>({
    schema: withCoordinatesText(CreateLocation),
    defaultValues: formValues({ cityId }),
    draft,
    files,
    send: (values) => createLocation(values),
    failure: failureTexts.addLocation,
    signIn: 'elsewhere',
    onSent: (location) => {
      toast({ title: successTexts.locationAdded, ...reviewNote(location.status) });
      onSent(location);
    },
  });
  useStay(files.notKept.length > 0);
  const panel = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useFilePaste(panel, photos.choose);
  const { handlers } = useFileDrop(photos.choose);
  const current = cityId === '' ? undefined : { id: cityId, label: city?.name ?? 'This city' };
  return (
    <Form form={form} ref={panel} {...handlers}>
      <DropZone onFiles={photos.choose} input={input} compact={photos.uploads.length > 0} />
      <UploadList uploads={photos} locationId={null} />
      {photos.uploads.length > 0 && <UploadTerms />}
      <LocationFields
        form={form}
        photos={photos.uploads.map(({ file }) => file)}
        {...(current ? { current } : {})}
      />
      <FormButtons form={form} submitLabel="Add Location" onCancel={onCancel} />
    </Form>
  );
}

interface SentLocationProps {
  readonly location: Location;
  readonly photos: Uploads;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** A place that was just sent: the progress of its photos, and the next steps. */
function SentLocation({ location, photos, onAnother, onClose }: SentLocationProps) {
  const { uploads, send } = photos;
  const linkTo = useLocationLink();
  const next = useRef<HTMLDivElement>(null);
  // The button that was pressed disappeared with the form.
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  // Photos chosen in the form, and photos made smaller since then.
  const fresh = uploads.filter(({ state }) => state === 'chosen').map(({ id }) => id);
  const sendFresh = useEffectEvent(() => send(location.id, fresh));
  useEffect(() => {
    if (fresh.length > 0) sendFresh();
  }, [fresh.length]);
  const isOpen = uploads.some(isUnsent);
  useStay(isOpen);
  return (
    <div className="flex flex-col gap-5">
      <div ref={next} tabIndex={-1} className="outline-none">
        <ol className="flex flex-col gap-2.5 text-md">
          {stepsOf(location).map((step) => (
            <li key={step} className="flex gap-3">
              <span aria-hidden className="mt-2 size-2 shrink-0 rounded-full bg-accent" />
              {step}
            </li>
          ))}
        </ol>
      </div>
      {uploads.length > 0 && (
        <section aria-label="Its photos" className="flex flex-col gap-3">
          <UploadList uploads={photos} locationId={location.id} />
        </section>
      )}
      <div className="mt-1 flex flex-wrap justify-end gap-3">
        {!isOpen && (
          <Link {...linkTo(location.id)} onClick={onClose} className={buttonClass()}>
            See it
          </Link>
        )}
        <Button disabled={isOpen} onClick={onAnother}>
          Add another
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

const stepsOf = ({ status }: Location): readonly string[] =>
  status === 'approved'
    ? ['Everyone sees it from now on, under its city.']
    : [
        'Somebody looks at it. Until then only you and the moderators see it; you can still change it, or take it back.',
        'You are told as soon as it is decided, and find it under My submissions.',
        'Once it is approved, everyone sees it. If it is declined, you see the reason and can fix it and send it again.',
      ];
