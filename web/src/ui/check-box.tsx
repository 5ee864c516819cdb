import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';

export interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** One of several of the same `name` that exclude each other. */
  readonly isRadio?: boolean;
  readonly label: ReactNode;
  readonly description?: ReactNode;
}

/** A check box, or a radio button, with its label beside it. */
export function CheckBox({ isRadio = false, label, description, className, ...rest }: CheckBoxProps) {
  const id = useId();
  return (
    <div className={clsx('flex items-start gap-2.5', className)}>
      <input
        {...rest}
        id={id}
        type={isRadio ? 'radio' : 'checkbox'}
        aria-describedby={description === undefined ? undefined : `${id}-about`}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={id} className="text-md font-medium">
          {label}
        </label>
        {description !== undefined && (
          <p id={`${id}-about`} className="text-xs text-soft">
            {description}
          </p>
        )}
      </div>
    </div>
  );
}
