import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import * as z from 'zod/mini';

import { limits } from '#contracts/limits';
import { caption } from '#contracts/photo-details';
import type { Photo } from '#contracts/views/photo';

import { isRefusal, reportFailure } from '../../app/session-calls.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { toast } from '../../ui/toast.ts';
import { useDescribePhotoMutation } from './api.ts';
import { gearText } from './details-text.ts';

export interface DescribePhotoDialogProps {
  readonly photo: Photo;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Changes a photo's caption, and whether its time and camera are shared; for its uploader and the administrator. */
export function DescribePhotoDialog({ photo, open, onOpenChange }: DescribePhotoDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="About this photo">
      <DescribeForm photo={photo} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

const Description = z.object({ caption, shareDetails: z.boolean() });
interface Values {
  caption: string;
  shareDetails: boolean;
}

function DescribeForm({ photo, onClose }: { readonly photo: Photo; readonly onClose: () => void }) {
  const [describe] = useDescribePhotoMutation();
  // Details that are not shared look the same here as unknown ones.
  const [shown] = useState(() => gearText(photo) !== null || photo.takenAt !== null || photo.lens !== null);
  const form = useForm<Values, unknown, z.infer<typeof Description>>({
    // The schema accepts more than the controls can hold, so its resolver fits their values too.
    resolver: zodResolver(Description) as unknown as Resolver<Values, unknown, z.infer<typeof Description>>,
    defaultValues: { caption: photo.caption ?? '', shareDetails: shown },
  });
  const { errors, dirtyFields, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const answer = await describe({
      photoId: photo.id,
      locationId: photo.locationId,
      ...(dirtyFields.caption === true ? { caption: values.caption } : {}),
      ...(dirtyFields.shareDetails === true ? { shareDetails: values.shareDetails } : {}),
    });
    if (answer.error) {
      if (isRefusal(answer.error, 'invalid'))
        form.setError('caption', { message: answer.error.errors[0]?.message ?? '' });
      else reportFailure(answer.error, 'Failed to save the description');
      return;
    }
    const found = gearText(answer.data) !== null || answer.data.takenAt !== null;
    toast({
      title: 'Photo updated',
      ...(values.shareDetails && !found
        ? { text: 'The file does not say when or with what it was taken.' }
        : {}),
    });
    onClose();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isSubmitting} disabled={!isDirty}>
          Save
        </Button>
      </div>
    </form>
  );
}
