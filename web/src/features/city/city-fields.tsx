import { ImageUp, Minimize2, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { CreateCity } from '#contracts/city/commands';
import { cityFields, type CityFields } from '#contracts/city/fields';
import { uploadedPictureOf } from '#contracts/photo/own-pictures';
import { namesOf } from '#contracts/shared/entity-fields';
import { imageUrl as imageUrlSchema } from '#contracts/shared/fields';
import { fieldTexts } from '#contracts/shared/texts';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { formValuesOf } from '../../lib/form/form-values.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CoordinatesField } from '../../ui/coordinates-field.tsx';
import { useFileDrop } from '../../ui/drop-zone.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { CityPicture } from './use-city-picture.ts';

export interface CityFieldsProps {
  readonly form: UseFormReturn<CityValues, unknown, CreateCity>;
  readonly picture: CityPicture;
}

/** The form's text while it waits for the picture's upload. */
export const waitingForPicture = 'It is sent as soon as its picture has arrived.';

/** All fields of a city, for adding and editing. */
export function CityFields({ form, picture }: CityFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={errors.name?.message}>
          {(ids) => <TextInput {...ids} {...register('name')} data-autofocus autoComplete="off" />}
        </Field>
        <Field label="Country" required error={errors.country?.message}>
          {(ids) => <TextInput {...ids} {...register('country')} autoComplete="country-name" />}
        </Field>
      </div>
      <CoordinatesField form={form} />
      <CityPictureField form={form} picture={picture} />
    </>
  );
}

/** A city's picture with a preview: uploaded, or linked where the operator allows it. */
function CityPictureField({ form, picture }: CityFieldsProps) {
  const { register, control, formState, setValue } = form;
  const address = useWatch({ control, name: 'imageUrl' });
  const set = (url: string) => setValue('imageUrl', url, { shouldDirty: true, shouldValidate: url !== '' });
  const isUploaded = uploadedPictureOf(address) !== null;
  const { data: about } = useGetAboutQuery();
  const mayLink = about?.foreignPictures !== false;
  const error = formState.errors.imageUrl?.message;
  const { handlers } = useFileDrop(([file]) => file && picture.choose(file, set));
  return (
    <div {...handlers} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm font-semibold">
          {isUploaded ? 'Uploaded picture' : 'A wide picture of the city'}
        </p>
        {isUploaded && mayLink && (
          <Button size="small" onClick={() => set('')}>
            Use a link instead
          </Button>
        )}
      </div>
      <UploadPart picture={picture} isUploaded={isUploaded} onUrl={set} />
      {!isUploaded && mayLink && (
        <Field
          label="Image URL"
          required
          error={error}
          description={
            /^\s*http:/i.test(address)
              ? 'Pictures are shown over https only: this one will be asked for at its https address.'
              : 'Or a link to one on the web, which everybody’s browser then loads from that site.'
          }
        >
          {(ids) => (
            <TextInput
              {...ids}
              {...register('imageUrl')}
              type="url"
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
            />
          )}
        </Field>
      )}
      {!mayLink && (
        <p role="alert" className="text-sm font-medium text-no empty:hidden">
          {error}
        </p>
      )}
      <Preview address={address} mayLink={mayLink} />
    </div>
  );
}

interface UploadPartProps {
  readonly picture: CityPicture;
  readonly isUploaded: boolean;
  readonly onUrl: (url: string) => void;
}

/** The upload button, and below it the progress or the problem. */
function UploadPart({ picture, isUploaded, onUrl }: UploadPartProps) {
  const id = useId();
  const { fileName, progress, isShrinking, problem } = picture;
  return (
    <>
      <div className="self-start rounded-md focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
        <label htmlFor={id} className={`${buttonClass({ size: 'small' })} cursor-pointer`}>
          <ImageUp size={15} aria-hidden /> {isUploaded ? 'Upload another picture' : 'Upload a picture'}
        </label>
        <input
          id={id}
          type="file"
          accept="image/*,.heic,.heif"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) picture.choose(file, onUrl);
            event.target.value = '';
          }}
        />
      </div>
      {(progress !== null || isShrinking) && (
        <div role="status" className="text-sm text-soft">
          {isShrinking ? `${fileName} is being made smaller` : `Uploading ${fileName}`}
          <ProgressBar label={`Upload of ${fileName}`} value={isShrinking ? null : (progress ?? 0)} />
        </div>
      )}
      {problem !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert" className="min-w-0 flex-1 basis-56 text-sm font-medium text-no">
            <span className="wrap-anywhere">{fileName}</span>:{' '}
            {problem.text.replace('The photo is still selected.', 'The picture is still selected.')}
          </p>
          {problem.remedy === 'shrink' && (
            <Button size="small" onClick={() => picture.shrink(onUrl)}>
              <Minimize2 size={14} aria-hidden /> Make it smaller
            </Button>
          )}
          {problem.remedy === 'retry' && (
            <Button size="small" onClick={() => picture.retry(onUrl)}>
              <RotateCw size={14} aria-hidden /> Retry
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** A preview of the picture's address after the person stops typing; says so if there is no picture. */
function Preview({ address, mayLink }: { readonly address: string; readonly mayLink: boolean }) {
  const settled = useDebounced(address);
  const picture = imageUrlSchema.safeParse(settled);
  const [broken, setBroken] = useState<string | null>(null);
  if (!picture.success || address !== settled) return null;
  const src = picture.data;
  return (
    <>
      <div className="aspect-5/2 overflow-hidden rounded-lg bg-sunk">
        <Picture key={src} src={src} alt="Preview of the picture" eager onBroken={() => setBroken(src)} />
      </div>
      <p role="alert" className="text-sm font-medium text-no empty:hidden">
        {broken === src &&
          (mayLink
            ? 'This link shows no picture. Copy the address of the picture itself, or upload the picture here.'
            : fieldTexts.foreignPicture)}
      </p>
    </>
  );
}

type CityValues = ReturnType<typeof cityFormValues>;

const names = namesOf(cityFields);

/** A city's values for the form. */
export const cityFormValues = (values: Partial<CityFields>) => formValuesOf(names, values);
