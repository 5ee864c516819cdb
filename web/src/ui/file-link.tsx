import clsx from 'clsx';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import { buttonClass } from './button.tsx';

interface FileLinkProps {
  /** An address of this server that answers with a file. */
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link that looks like a small button and saves a file. The session's cookie goes with the request. */
export const FileLink = ({ href, className, children }: FileLinkProps) => (
  <a href={href} download className={clsx(buttonClass({ size: 'small' }), className)}>
    <Download size={15} aria-hidden />
    {children}
  </a>
);

/** Where the receipt of the decision at that log position is. */
export const receiptPath = (position: string): string => `/api/history/${position}/receipt`;
