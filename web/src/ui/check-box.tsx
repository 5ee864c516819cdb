import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';

export interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly description?: ReactNode;
}

/** A check box with its label beside it. */
export function CheckBox({ label, description, className, ...rest }: CheckBoxProps) {
  const id = useId();
  return (
    <div className={clsx('flex items-start gap-2.5', className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
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
