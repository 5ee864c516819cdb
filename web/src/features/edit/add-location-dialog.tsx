import { useRef, useState } from 'react';

import type { CreateLocation } from '#contracts/commands/location';
import { failureTexts, successTexts } from '#contracts/texts';
import type { Location } from '#contracts/views/location';

import { isUnauthorized, reportFailure } from '../../app/session-calls.ts';
import { useViewer } from '../../app/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { counted, nouns } from '../../ui/words.ts';
import { useGetCityQuery } from '../city/api.ts';
import { useCreateLocationMutation } from '../location/api.ts';
import { DropZone, useFileDrop } from './drop-zone.tsx';
import { FormButtons } from './form-buttons.tsx';
import { LocationFields } from './location-fields.tsx';
import { fieldNames, formValues, useLocationForm, type LocationValues } from './location-values.ts';
import { reviewNote } from './review-note.ts';
import { SentLocation } from './sent-location.tsx';
import { showFieldErrors } from './server-errors.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { UploadList } from './upload-list.tsx';
import { isUnsent } from './upload-queue.ts';
import { UploadTerms } from './upload-terms.tsx';
import { useDraft } from './use-draft.ts';
import { useFilePaste } from './use-file-paste.ts';
import { useMayWrite } from './use-may-write.ts';
import { useSubmitOnce } from './use-submit-once.ts';
import { useUploads, type Uploads } from './use-uploads.ts';

export interface AddLocationDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The city selected at first. */
  readonly cityId?: string;
}

/** Adds a place in one go: photos, address and description; then shows how its upload and review proceed. */
export function AddLocationDialog(props: AddLocationDialogProps) {
  const { user } = useViewer();
  // Unsent content belongs to one person. It stays when that person's session ends while the form is open.
  const [owner, setOwner] = useState(user?.id);
  if (user !== null && user.id !== owner) setOwner(user.id);
  return <OfOnePerson key={owner ?? 'nobody'} {...props} />;
}

function OfOnePerson({ open, onOpenChange, cityId = '' }: AddLocationDialogProps) {
  const mayWrite = useMayWrite();
  // Kept here and not in the form, so that closing the dialog with a click outside keeps the photos like the typed
  // text.
  const photos = useUploads({ keepsDone: true });
  const [sent, setSent] = useState<Location | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const begin = () => {
    setSent(null);
    photos.clear();
  };
  const leave = () => {
    setLeaving(false);
    onOpenChange(false);
    begin();
  };
  const close = () => {
    if (sent === null) onOpenChange(false);
    else if (photos.uploads.some(isUnsent)) setLeaving(true);
    else leave();
  };
  const unsent = photos.uploads.filter(isUnsent).length;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(wanted) => void (wanted || close())}
        title={sent === null ? 'Add a location' : sentTitle(sent)}
        description={
          sent === null
            ? 'A place worth a picture, and the hour to be there.'
            : `${sent.name}, ${sent.cityName}`
        }
      >
        {!mayWrite ? (
          <SignInRequired text="Sign in to add a location. You will be back here afterwards." />
        ) : sent === null ? (
          <AddLocationForm
            cityId={cityId}
            photos={photos}
            onSent={setSent}
            onCancel={() => {
              photos.clear();
              onOpenChange(false);
            }}
          />
        ) : (
          <SentLocation location={sent} photos={photos} onAnother={begin} onClose={close} />
        )}
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={`Leave without ${counted(unsent, nouns.photo)}?`}
        description="The place is sent. These photos have not arrived; you can add them to it at any time."
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
  readonly photos: Uploads;
  readonly onSent: (location: Location) => void;
  readonly onCancel: () => void;
}

function AddLocationForm({ cityId, photos, onSent, onCancel }: AddLocationFormProps) {
  const [createLocation] = useCreateLocationMutation();
  const { data: city } = useGetCityQuery(cityId, { skip: cityId === '' });
  const form = useLocationForm(formValues({ cityId }));
  const draft = useDraft(`location in ${cityId}`, form, { isLeft: true });

  const send = useSubmitOnce(async (values: CreateLocation) => {
    const answer = await createLocation(values);
    if (answer.error) {
      if (isUnauthorized(answer.error)) draft.keep();
      if (!showFieldErrors<LocationValues>(answer.error, fieldNames, form.setError))
        reportFailure(answer.error, failureTexts.addLocation);
      return false;
    }
    toast({ title: successTexts.locationAdded, ...reviewNote(answer.data.status) });
    draft.drop();
    onSent(answer.data);
    return true;
  });
  const submit = form.handleSubmit(send);

  const panel = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useFilePaste(panel, photos.choose);
  const { handlers } = useFileDrop(photos.choose);
  const current = cityId === '' ? undefined : { id: cityId, label: city?.name ?? 'This city' };
  return (
    <form
      ref={panel}
      noValidate
      onSubmit={(event) => void submit(event)}
      {...handlers}
      className="flex flex-col gap-4"
    >
      <DropZone onFiles={photos.choose} input={input} compact={photos.uploads.length > 0} />
      <UploadList uploads={photos} locationId={null} />
      {photos.uploads.length > 0 && <UploadTerms />}
      <LocationFields form={form} {...(current ? { current } : {})} />
      <FormButtons
        submitLabel="Add Location"
        pending={form.formState.isSubmitting}
        onCancel={() => {
          draft.drop();
          onCancel();
        }}
      />
    </form>
  );
}
