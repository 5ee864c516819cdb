import { useState } from 'react';
import * as z from 'zod/mini';

import { limits } from '#contracts/shared/limits';
import { caption } from '#contracts/photo/photo-details';
import type { Photo } from '#contracts/photo/views';

import { useApiForm } from '../../lib/form/use-api-form.ts';
import { toast } from '../../lib/toast.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { SignedInForm } from '../../ui/signed-in-form.tsx';
import { useDescribePhotoMutation } from './api.ts';
import { gearText } from './details-text.ts';

export interface DescribePhotoDialogProps extends Openable {
  readonly photo: Photo;
}

/** Changes a photo's caption, and whether its time and camera are shared; for its uploader and the administrator. */
export function DescribePhotoDialog({ photo, open, onOpenChange }: DescribePhotoDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="About this photo">
      <SignedInForm required="Sign in to describe your photo. You will be back here afterwards.">
        <DescribeForm photo={photo} onClose={() => onOpenChange(false)} />
      </SignedInForm>
    </Dialog>
  );
}

const Description = z.object({ caption, shareDetails: z.boolean() });

function DescribeForm({ photo, onClose }: { readonly photo: Photo; readonly onClose: () => void }) {
  const [describe] = useDescribePhotoMutation();
  // Details that are not shared look the same here as unknown ones.
  const [shown] = useState(() => gearText(photo) !== null || photo.takenAt !== null || photo.lens !== null);
  const form = useApiForm({
    schema: Description,
    defaultValues: { caption: photo.caption ?? '', shareDetails: shown },
    draft: `photo ${photo.id}`,
    send: (values, changed) =>
      describe({
        photoId: photo.id,
        locationId: photo.locationId,
        ...(changed.includes('caption') ? { caption: values.caption } : {}),
        ...(changed.includes('shareDetails') ? { shareDetails: values.shareDetails } : {}),
      }),
    failure: 'Failed to save the description',
    onSent: (saved, { shareDetails }) => {
      const found = gearText(saved) !== null || saved.takenAt !== null;
      toast({
        title: 'Photo updated',
        ...(shareDetails && !found ? { text: 'The file does not say when or with what it was taken.' } : {}),
      });
      onClose();
    },
  });
  const { errors, isDirty } = form.formState;
  return (
    <Form form={form}>
      <div className="max-h-48 overflow-hidden rounded-lg bg-paper">
        <Picture src={photo.thumbnailUrl} alt="" className="max-h-48 bg-transparent! object-contain!" />
      </div>
      <Field
        label="Caption"
        error={errors.caption?.message}
        description={`What it shows, in a sentence: up to ${limits.caption} characters. It is read to those who do not see the photo.`}
      >
        {(ids) => (
          <TextArea {...ids} {...form.register('caption')} data-autofocus rows={2} className="min-h-18!" />
        )}
      </Field>
      <CheckBox
        label="Show when and with what it was taken"
        description="Camera, lens, exposure and time. Never where, and never a serial number."
        {...form.register('shareDetails')}
      />
      <FormButtons form={form} submitLabel="Save" unchanged={!isDirty} onCancel={onClose} />
    </Form>
  );
}
