import clsx from 'clsx';

/** Holds the place of what is loading. Whoever shows it says 'Loading' in words. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={clsx('animate-breathe rounded-md bg-sunk', className)} />;
}
