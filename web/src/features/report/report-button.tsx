import clsx from 'clsx';
import { Flag } from 'lucide-react';
import { useState } from 'react';

import type { Reportable } from '#contracts/report/words';

import { useSignedInAction } from '../../lib/sign-in.ts';
import { deferred } from '../../ui/deferred.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';

const ReportDialog = deferred<ReportDialogProps>(() =>
  import('./report-dialog.tsx').then((m) => m.ReportDialog),
);

export interface ReportButtonProps {
  readonly entityType: Reportable;
  readonly entityId: string;
  /** The name of the target: 'Old Bridge', 'photo 2 of Old Bridge'. */
  readonly name: string;
  readonly className?: string;
}

/** A quiet button to report that something is wrong here. */
export function ReportButton({ name, className, ...about }: ReportButtonProps) {
  const whenSignedIn = useSignedInAction();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => whenSignedIn(() => setOpen(true))}
        className={clsx(
          'touch-target inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 text-sm text-soft hover:text-ink',
          className,
        )}
      >
        <Flag size={14} aria-hidden />
        Report<span className="sr-only"> {name}</span>
      </button>
      <ReportDialog {...about} name={name} open={open} onOpenChange={setOpen} />
    </>
  );
}
