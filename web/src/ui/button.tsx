import clsx from 'clsx';
import type { ComponentProps } from 'react';

import { Spinner } from './loading.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonLook {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** While true, a click does nothing, and a screen reader announces the button as busy. */
  readonly pending?: boolean;
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'secondary', size = 'medium' }: ButtonLook = {}): string {
  return clsx(
    'relative inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-md py-1 font-semibold max-w-full',
    'transition-[background-color,border-color,opacity] duration-150 ease-out',
    'disabled:opacity-55 aria-disabled:opacity-55',
    sizes[size],
    variants[variant],
  );
}

const sizes: Readonly<Record<ButtonSize, string>> = {
  small: 'min-h-9 px-3 text-sm',
  medium: 'min-h-11 px-4 text-md',
  large: 'min-h-13 px-6 text-base',
};

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong forced-colors:border',
  secondary: 'border border-outline/60 bg-raised text-ink hover:border-outline hover:bg-sunk',
  quiet: 'text-ink hover:bg-sunk forced-colors:border',
  danger: 'border border-no/50 bg-raised text-no hover:border-no hover:bg-no-ground',
};

/** A button; `type="button"` by default. */
export function Button({ variant, size, pending = false, className, children, ...rest }: ButtonProps) {
  const look = { ...(variant ? { variant } : {}), ...(size ? { size } : {}) };
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`: the button would lose the focus, and a dialog that opens meanwhile could not return the focus
      // to it.
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : rest.onClick}
      className={clsx(buttonClass(look), className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Its accessible name. */
  readonly label: string;
  readonly tone?: 'plain' | 'floating';
}

/** A round button with only an icon; `label` names it. */
export function IconButton({ label, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={clsx(
        'touch-target inline-grid size-10 shrink-0 forced-colors:border place-items-center rounded-full text-ink transition-colors duration-150',
        tone === 'plain'
          ? 'hover:bg-sunk'
          : 'bg-raised/95 shadow-[0_1px_3px_rgb(0_0_0/0.18)] hover:bg-raised',
        className,
      )}
    />
  );
}
