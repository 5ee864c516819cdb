import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { control } from './select.tsx';

/** The attributes that tie a control to its label, description and error. */
interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-required': boolean | undefined;
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** Renders the control with the ids: `{(ids) => <TextInput {...ids} {...register('name')} />}`. */
  readonly children: (ids: ControlIds) => ReactNode;
}

/** A labelled control; its error is announced when it appears. */
export function Field({ label, description, error, required = false, children }: FieldProps) {
  const id = useId();
  const described = clsx(description !== undefined && `${id}-about`, error !== undefined && `${id}-error`);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {!required && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error !== undefined || undefined,
        'aria-required': required || undefined,
      })}
      {description !== undefined && (
        <p id={`${id}-about`} className="text-xs text-soft wrap-anywhere">
          {description}
        </p>
      )}
      <p id={`${id}-error`} aria-live="polite" className="text-sm font-medium text-no empty:-mt-1.5">
        {error}
      </p>
    </div>
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" dir="auto" {...rest} className={clsx(control, 'min-h-11', className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={4}
      {...rest}
      className={clsx(control, 'field-sizing-content [contain:inline-size] min-h-28 py-2.5', className)}
    />
  );
}
