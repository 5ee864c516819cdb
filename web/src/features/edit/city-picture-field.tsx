import { ImageUp, Minimize2, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';

import type { CreateCity } from '#contracts/commands/city';
import { imageUrl as imageUrlSchema } from '#contracts/fields';
import { uploadedPictureOf } from '#contracts/own-pictures';

import { Button, buttonClass } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useCityPicture, type CityPicture } from './use-city-picture.ts';
import { useDebounced } from './use-debounced.ts';
import { useFileDrop } from './drop-zone.tsx';

/** A city's picture, uploaded or linked, with a preview. */
export function CityPictureField({ form }: { readonly form: UseFormReturn<CreateCity> }) {
  const { register, control, formState, setValue } = form;
  const address = useWatch({ control, name: 'imageUrl' });
  const set = (url: string) => setValue('imageUrl', url, { shouldDirty: true, shouldValidate: url !== '' });
  const picture = useCityPicture(set);
  const isUploaded = uploadedPictureOf(address) !== null;
  const { handlers } = useFileDrop(([file]) => file && picture.choose(file));
  return (
    <div {...handlers} className="flex flex-col gap-3">
      {isUploaded ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm font-semibold">Uploaded picture</p>
          <Button size="small" onClick={() => set('')}>
            Use a link instead
          </Button>
        </div>
      ) : (
        <Field
          label="Image URL"
          required
          error={formState.errors.imageUrl?.message}
          description={
            /^\s*http:/i.test(address)
              ? 'Pictures are shown over https only: this one will be asked for at its https address.'
              : 'A wide picture of the city: a link to one on the web, or your own, uploaded here.'
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
      <UploadPart picture={picture} isUploaded={isUploaded} />
      <Preview address={address} />
    </div>
  );
}

/** The upload button, and below it the progress or the problem. */
function UploadPart({
  picture,
  isUploaded,
}: {
  readonly picture: CityPicture;
  readonly isUploaded: boolean;
}) {
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
            if (file) picture.choose(file);
            event.target.value = '';
          }}
        />
      </div>
      {(progress !== null || isShrinking) && (
        <div role="status" className="text-sm text-soft">
          {isShrinking ? `${fileName} is being made smaller` : `Uploading ${fileName}`}
          <progress
            aria-label={`Upload of ${fileName}`}
            {...(isShrinking ? {} : { value: progress ?? 0 })}
            max={1}
            className="mt-1.5 block h-1 w-full accent-accent"
          />
        </div>
      )}
      {problem !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert" className="min-w-0 flex-1 basis-56 text-sm font-medium text-no">
            <span className="wrap-anywhere">{fileName}</span>:{' '}
            {problem.text.replace('The photo is still selected.', 'The picture is still selected.')}
          </p>
          {problem.remedy === 'shrink' && (
            <Button size="small" onClick={picture.shrink}>
              <Minimize2 size={14} aria-hidden /> Make it smaller
            </Button>
          )}
          {problem.remedy === 'retry' && (
            <Button size="small" onClick={picture.retry}>
              <RotateCw size={14} aria-hidden /> Retry
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** A preview of the address once nobody is typing in it; says so if there is no picture. */
function Preview({ address }: { readonly address: string }) {
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
          'This link shows no picture. Copy the address of the picture itself, or upload the picture here.'}
      </p>
    </>
  );
}
