import { useRef, useState } from 'react';
import { useController, type FieldPathByValue, type FieldValues, type UseFormReturn } from 'react-hook-form';

import type { Coordinates } from '#contracts/shared/coordinates';
import { coordinatesText } from '#contracts/shared/coordinates-text';

import { readCoordinates } from '../lib/coordinates.ts';
import { late } from '../lib/late.ts';
import { fineDecimals, lookingForPosition, noPositionTexts, positionNow } from '../lib/position.ts';
import { Button } from './button.tsx';
import { Field, TextInput } from './field.tsx';
import { ShowMap } from './map/show-map.tsx';

const PointMap = late(() => import('./map/point-map.tsx').then((m) => m.PointMap));

export interface CoordinatesFieldProps<V extends FieldValues, O> {
  readonly form: UseFormReturn<V, unknown, O>;
  /**
   * The photos chosen in the form. If given, the person can take the coordinates from one of them or from another file.
   */
  readonly photos?: readonly Blob[] | undefined;
  /** The initial centre of the map if the field is empty. */
  readonly around?: Coordinates | null | undefined;
}

/**
 * A text field that accepts a pasted pair or a map's link, buttons for the positions that the browser knows, and a map
 * with a pin.
 */
export function CoordinatesField<V extends FieldValues, O>({
  form,
  photos,
  around,
}: CoordinatesFieldProps<V, O>) {
  // The cast: every form with this field names it `coordinates`, a fact that the generic type cannot express.
  const name = 'coordinates' as FieldPathByValue<V, string>;
  const { field, fieldState } = useController({ control: form.control, name });
  const [told, tell] = useState('');
  const choose = (point: Coordinates) => field.onChange(coordinatesText(point));
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Coordinates"
        error={fieldState.error?.message}
        description="Latitude and longitude, or a link from a map."
      >
        {(ids) => <TextInput {...ids} {...field} autoComplete="off" placeholder="41.1406, -8.6131" />}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={() => void findPosition(choose, tell)}>
          Use my position
        </Button>
        {photos && <FromPhoto photos={photos} onFound={choose} onTold={tell} />}
        <ShowMap size="small" className="contents">
          <PointMap
            at={readCoordinates(field.value)}
            around={around ?? undefined}
            onChange={(point) => {
              choose(point);
              tell(`The pin is at ${coordinatesText(point)}.`);
            }}
          />
        </ShowMap>
      </div>
      <p role="status" className="text-sm text-soft empty:-mt-1.5">
        {told}
      </p>
    </div>
  );
}

type Tell = (text: string) => void;

/** Asks the browser for its position, and says whether it got one. */
async function findPosition(onFound: (point: Coordinates) => void, tell: Tell): Promise<void> {
  tell(lookingForPosition);
  const found = await positionNow(fineDecimals);
  if (typeof found === 'string') return tell(`${noPositionTexts[found]} Paste coordinates instead.`);
  onFound(found);
  tell('Your position is in the field. It is sent with the form.');
}

interface FromPhotoProps {
  readonly photos: readonly Blob[];
  readonly onFound: (point: Coordinates) => void;
  readonly onTold: Tell;
}

/** Reads the point where a photo was taken: from a photo chosen in the form, else from a file that is not uploaded. */
function FromPhoto({ photos, onFound, onTold }: FromPhotoProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (files: readonly Blob[]) => {
    const { positionIn } = await import('../lib/upload/make-smaller.ts');
    for (const file of files) {
      const point = await positionIn(file);
      if (point === null) continue;
      onFound(point);
      return onTold('Where the photo was taken is in the field. It is sent with the form.');
    }
    onTold('The photo does not say where it was taken.');
  };
  const begin = () => {
    if (photos.length === 0) input.current?.click();
    else void read(photos);
  };
  return (
    <>
      <Button size="small" onClick={begin}>
        Use where the photo was taken
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="A photo of the place"
        hidden
        onChange={({ target }) => void read([...(target.files ?? [])])}
      />
    </>
  );
}
