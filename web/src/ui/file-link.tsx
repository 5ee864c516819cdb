import clsx from 'clsx';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import { buttonClass } from './button.tsx';

interface FileLinkProps {
  /** An address of this server that returns a file. */
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link that looks like a small button and saves a file. The request sends the session's cookie. */
export const FileLink = ({ href, className, children }: FileLinkProps) => (
  <a href={href} download className={clsx(buttonClass({ size: 'small' }), className)}>
    <Download size={15} aria-hidden />
    {children}
  </a>
);

/** The address of the receipt for the decision at this log position. */
export const receiptPath = (position: string): string => `/api/history/${position}/receipt`;
