/** The classes that all form controls share. */
export const control =
  'w-full rounded-md border border-outline bg-raised px-3.5 text-base text-ink placeholder:text-soft ' +
  'transition-colors duration-150 hover:border-soft aria-invalid:border-no disabled:bg-sunk disabled:text-soft ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0';
