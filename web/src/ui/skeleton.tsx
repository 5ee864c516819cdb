import clsx from 'clsx';

/** Keeps the space of content that is loading. The component that shows it must say 'Loading' in words. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden data-loading className={clsx('animate-breathe rounded-md bg-sunk', className)} />;
}
