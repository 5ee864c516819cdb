import type { ReactNode } from 'react';

/** Visible only to screen readers. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
