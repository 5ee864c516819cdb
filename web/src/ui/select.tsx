import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  /** Each value and its label. */
  readonly options: ReadonlyArray<readonly [value: string | number, text: string]>;
}

/** The browser's own select: it works with touch, keyboard and every screen reader. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={clsx(control, 'min-h-11 appearance-none pr-10', className)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        size={18}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto text-soft"
      />
    </span>
  );
}

/** The classes that all form controls share. */
export const control =
  'w-full scroll-mt-8 rounded-md border border-outline bg-raised px-3.5 text-base text-ink placeholder:text-soft ' +
  'transition-colors duration-150 hover:border-soft aria-invalid:border-no disabled:bg-sunk disabled:text-soft ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0';
