import { useState, type ReactNode } from 'react';

import { CreateLocation, type UpdateLocation } from '#contracts/location/commands';
import type { Location } from '#contracts/location/views';
import type { Submission } from '#contracts/moderation/views';
import { contentText } from '#contracts/shared/coordinates';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { withCoordinatesText } from '../../lib/coordinates.ts';
import { useApiForm } from '../../lib/form/use-api-form.ts';
import { isRefusal } from '../../lib/session-calls.ts';
import { useRights } from '../../lib/session.ts';
import { toast, type ToastContent } from '../../lib/toast.ts';
import { cityText } from '../../lib/words.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { Outline } from '../../ui/loading.tsx';
import { SignedInForm } from '../../ui/signed-in-form.tsx';
import { DeclinedNote, ownWords, useOwn, reviewNote } from '../account/own-contribution.tsx';
import { useUpdateLocationMutation } from './api.ts';
import { LocationFields, fieldNames, formValues, type LocationValues } from './location-fields.tsx';
import { useMyEdits, type MyEdits, useWithdrawEditMutation } from './my-edits.ts';

export interface EditLocationDialogProps extends Openable {
  readonly location: Location;
  /** The viewer's declined edit; the form starts with its values. */
  readonly declined?: DeclinedEdit;
  /** Shown below the form. */
  readonly children?: ReactNode;
}

export interface DeclinedEdit {
  readonly changes: NonNullable<Submission['changes']>;
  readonly reason: string | null;
}

export function EditLocationDialog({
  location,
  declined,
  open,
  onOpenChange,
  children,
  ...focus
}: EditLocationDialogProps) {
  const { isAdmin, canModerate } = useRights();
  const own = useOwn(location);
  const mine = useMyEdits(location.id);
  // A moderator's change to a pending location applies at once.
  const isCorrection = own === null && canModerate && location.status === 'pending';
  const isProposal = !isAdmin && own === null && !isCorrection;
  const isAgain = own === 'declined' || declined !== undefined;
  const close = () => onOpenChange(false);
  return (
    <Dialog
      {...focus}
      open={open}
      onOpenChange={onOpenChange}
      title={isAgain ? `Fix and send again: ${location.name}` : `Edit ${location.name}`}
      description={describe(
        isCorrection ? 'corrected' : isAgain ? 'declined' : own,
        isProposal,
        (mine.edits ?? []).length > 0,
      )}
    >
      <SignedInForm required="Sign in to edit a location. You will be back here afterwards.">
        {isAgain && <DeclinedNote reason={declined ? declined.reason : location.reason} />}
        {isProposal && mine.edits === undefined ? (
          <Outline text="Loading your edit..." className="h-20" />
        ) : (
          <EditLocationForm
            location={location}
            mine={withDeclined(isProposal ? mine : none, declined)}
            isAgain={isAgain}
            onClose={close}
          />
        )}
        {children}
      </SignedInForm>
    </Dialog>
  );
}

const none: MyEdits = { edits: [], values: {} };

/** The declined values override those of pending edits, because the person opened the form for them. */
const withDeclined = ({ edits, values }: MyEdits, declined: DeclinedEdit | undefined): MyEdits => ({
  edits,
  values: {
    ...values,
    ...Object.fromEntries(Object.entries(declined?.changes ?? {}).map(([field, { to }]) => [field, to])),
  },
});

function describe(
  own: ReturnType<typeof useOwn> | 'corrected',
  isProposal: boolean,
  isOpenAgain: boolean,
): string {
  if (own === 'corrected') return 'It still waits for a decision, with what you change here.';
  if (own !== null) return ownWords[own].description;
  if (!isProposal) return 'Your change shows at once; the earlier values are kept.';
  return isOpenAgain
    ? 'Your edit that waits is open here again. Saving puts this one in its place.'
    : 'Your edit is looked at before it shows. Photos show at once.';
}

interface EditLocationFormProps {
  readonly location: Location;
  /** The viewer's earlier edits that still wait for a moderator. */
  readonly mine: MyEdits;
  /** Whether the form submits a declined contribution again. */
  readonly isAgain: boolean;
  readonly onClose: () => void;
}

function EditLocationForm({ location, mine, isAgain, onClose }: EditLocationFormProps) {
  // The values this person started from: changes that arrive meanwhile must not count as theirs.
  const [base] = useState(location);
  const [before] = useState(mine);
  const own = useOwn(base);
  const save = useSaveLocation(base, before);
  const form = useApiForm<LocationValues, CreateLocation, ToastContent>({
    schema: withCoordinatesText(CreateLocation),
    defaultValues: formValues(base),
    start: startOf(before),
    draft: `location ${base.id}`,
    send: save,
    failure: failureTexts.updateLocation,
    onSent: (told) => {
      toast(told);
      onClose();
    },
  });
  const { isDirty } = form.formState;
  return (
    <Form form={form}>
      <LocationFields form={form} locationId={base.id} current={{ id: base.cityId, label: cityText(base) }} />
      {isAgain && own === null && !isDirty && (
        <p className="text-md text-soft">The place says all of this already: there is nothing to send.</p>
      )}
      <FormButtons
        form={form}
        submitLabel={ownWords[isAgain ? 'declined' : 'waiting'].submit}
        // A declined location can be submitted again unchanged, and a pending edit can be taken back by undoing its
        // changes.
        unchanged={!isDirty && own !== 'declined' && before.edits?.length === 0}
        onCancel={onClose}
      />
    </Form>
  );
}

/** The values of the viewer's earlier edits, with which the form starts. */
const startOf = ({ values }: MyEdits): Partial<LocationValues> =>
  Object.fromEntries(
    fieldNames
      .filter((field) => field in values)
      .map((field) => [field, contentText(values[field] ?? null) ?? '']),
  );

type Save = (
  values: CreateLocation,
  changed: ReadonlyArray<keyof LocationValues>,
) => Promise<{ readonly data?: ToastContent; readonly error?: unknown }>;

/** Sends the changes; a new edit replaces this person's pending one. Resolves to the message for the person. */
function useSaveLocation(base: Location, before: MyEdits): Save {
  const [updateLocation] = useUpdateLocationMutation();
  const [withdrawEdit] = useWithdrawEditMutation();
  const waiting = before.edits ?? [];

  /** Resolves to the failure, or undefined. */
  const withdrawOld = async (): Promise<unknown> => {
    for (const { editId } of waiting) {
      const { error } = await withdrawEdit({ id: base.id, editId });
      // It may have been decided a moment ago; then there is nothing to withdraw.
      if (error && !isRefusal(error, 'already-decided')) return error;
    }
    return undefined;
  };

  return async (values, changed) => {
    const changes: UpdateLocation = Object.fromEntries(
      changed.map((field) => [field, values[field] ?? null]),
    );
    if (waiting.length > 0 && changed.length === 0) {
      const error = await withdrawOld();
      return error === undefined ? { data: { title: 'Your edit was withdrawn' } } : { error };
    }
    const send = () => updateLocation({ id: base.id, revision: base.revision, ...changes });
    let response = await send();
    let isReplaced = waiting.length === 0;
    // The limit of pending edits is reached: the old one must be withdrawn before the new one is sent.
    if (response.error && !isReplaced && isRefusal(response.error, 'too-much-waiting')) {
      const error = await withdrawOld();
      if (error !== undefined) return { error };
      isReplaced = true;
      response = await send();
    }
    if (response.error) return { error: response.error };
    const { applied, status } = response.data;
    if (!isReplaced && (await withdrawOld()) !== undefined)
      return {
        data: { title: successTexts.locationEditProposed, text: 'Your earlier edit still waits too.' },
      };
    return {
      data: applied
        ? { title: successTexts.locationUpdated, ...reviewNote(status) }
        : { title: successTexts.locationEditProposed },
    };
  };
}
