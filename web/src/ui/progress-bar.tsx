interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1; null while the progress is unknown. */
  readonly value: number | null;
}

/** A thin bar in our own colours instead of the browser's. */
export const ProgressBar = ({ label, value }: ProgressBarProps) => (
  <progress
    aria-label={label}
    {...(value === null ? {} : { value })}
    max={1}
    className="mt-1.5 block h-1 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunk text-accent indeterminate:animate-breathe indeterminate:bg-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
  />
);
