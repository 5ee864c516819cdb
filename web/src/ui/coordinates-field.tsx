import { useState } from 'react';
import { useController, type FieldPathByValue, type FieldValues, type UseFormReturn } from 'react-hook-form';

import { coordinatesText, type Coordinates } from '#contracts/shared/coordinates';

import { positionNow, type NoPosition } from '../lib/position.ts';
import { Button } from './button.tsx';
import { Field, TextInput } from './field.tsx';

export interface CoordinatesFieldProps<V extends FieldValues, O> {
  readonly form: UseFormReturn<V, unknown, O>;
}

/** One text that takes a pasted pair or a map's link, and a button for the position that the browser knows. */
export function CoordinatesField<V extends FieldValues, O>({ form }: CoordinatesFieldProps<V, O>) {
  // The cast: every form with this field names it `coordinates`, a fact that the generic type cannot express.
  const name = 'coordinates' as FieldPathByValue<V, string>;
  const { field, fieldState } = useController({ control: form.control, name });
  const { told, find } = usePosition((point) => field.onChange(coordinatesText(point)));
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
        <Button size="small" onClick={() => void find()}>
          Use my position
        </Button>
        <p role="status" className="text-sm text-soft">
          {told}
        </p>
      </div>
    </div>
  );
}

const noPositionTexts: Readonly<Record<NoPosition, string>> = {
  impossible: 'This browser does not know where it is.',
  denied: 'The browser may not tell your position. Paste coordinates instead.',
  'not found': 'Your position could not be found. Paste coordinates instead.',
};

/** Asks the browser where it is; `told` says what came of it. */
function usePosition(onFound: (point: Coordinates) => void) {
  const [told, setTold] = useState('');
  const find = async () => {
    setTold('Looking for your position...');
    const found = await positionNow(5);
    if (typeof found === 'string') return setTold(noPositionTexts[found]);
    onFound(found);
    setTold('Your position is in the field. It is sent with the form.');
  };
  return { told, find };
}
