import clsx from 'clsx';

/**
 * Reserves the space of content that is loading. Without scripts nothing loads, so it renders nothing. The component
 * that shows it must say 'Loading' in words.
 */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div
      aria-hidden
      data-loading
      className={clsx('animate-breathe rounded-md bg-sunk noscript:invisible', className)}
    />
  );
}

interface OutlineProps {
  /** What a screen reader says. */
  readonly text: string;
  readonly rows?: number;
  /** The classes of each row, for its height. */
  readonly className: string;
}

/** Reserves the space of rows that are loading, and announces it. */
export const Outline = ({ text, rows = 3, className }: OutlineProps) => (
  <div className="flex flex-col gap-3 noscript:hidden">
    <span className="sr-only">{text}</span>
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} className={className} />
    ))}
  </div>
);

/**
 * An animated sign of work in progress. Hidden from screen readers: the component that shows it must announce it in
 * words.
 */
export function Spinner({ size = 16 }: { readonly size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 16 16" className="animate-spin">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeOpacity=".25" strokeWidth="2" />
      <path
        d="M8 1.5A6.5 6.5 0 0 1 14.5 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
