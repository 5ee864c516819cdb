import { Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

import type { Photo } from '#contracts/photo/views';
import { pathOf } from '#contracts/screens';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { useRights } from '../../lib/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { isMine } from './api.ts';
import type { DeletePhotoDialogProps } from './delete-photo-dialog.tsx';
import type { DescribePhotoDialogProps } from './describe-photo-dialog.tsx';
import { gearText, takenText } from './details-text.ts';
import { Licence } from './licence.tsx';

const DescribePhotoDialog = deferred<DescribePhotoDialogProps>(() =>
  import('./describe-photo-dialog.tsx').then((m) => m.DescribePhotoDialog),
);
const DeletePhotoDialog = deferred<DeletePhotoDialogProps>(() =>
  import('./delete-photo-dialog.tsx').then((m) => m.DeletePhotoDialog),
);

interface PhotoFactsProps {
  readonly photo: Photo;
  /** A button to report a photo of somebody else. */
  readonly report: ReactNode;
}

/**
 * The facts below a photo (caption, photographer, time and camera, if known), and buttons to change it for people who
 * may.
 */
export function PhotoFacts({ photo, report }: PhotoFactsProps) {
  const { user, isAdmin } = useRights();
  const [task, setTask] = useState<'describe' | 'delete' | null>(null);
  const mayChange = isMine(photo, user?.id) || isAdmin;
  const gear = gearText(photo);
  const during = (which: 'describe' | 'delete') => ({
    photo,
    open: task === which,
    onOpenChange: (open: boolean) => setTask(open ? which : null),
  });
  return (
    <div className="flex min-h-11 items-start gap-4 px-5 py-2.5 empty:hidden sm:px-7">
      <div className="min-w-0 flex-1 text-sm text-soft">
        {photo.caption !== null && (
          <p dir="auto" className="text-md text-ink wrap-anywhere">
            {photo.caption}
          </p>
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 wrap-anywhere">
          <Credit photo={photo} isMine={isMine(photo, user?.id)} />
          {photo.takenAt !== null && <time dateTime={photo.takenAt}>{takenText(photo.takenAt)}</time>}
          {gear !== null && <span className="tabular-nums">{gear}</span>}
          {photo.lens !== null && <span>{photo.lens}</span>}
        </p>
      </div>
      {!isMine(photo, user?.id) && report}
      {mayChange && (
        <div className="-my-1.5 -mr-2.5 flex shrink-0">
          <IconButton label="Describe this photo" className="size-9!" onClick={() => setTask('describe')}>
            <Pencil size={16} aria-hidden />
          </IconButton>
          <IconButton
            label="Delete this photo"
            className="size-9! text-no!"
            onClick={() => setTask('delete')}
          >
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </div>
      )}
      <DescribePhotoDialog {...during('describe')} />
      <DeletePhotoDialog {...during('delete')} focusFallback={nextFocus} />
    </div>
  );
}

const nextFocus = () => document.querySelector<HTMLElement>('[role="dialog"] h2');

interface CreditProps {
  readonly photo: Photo;
  readonly isMine: boolean;
}

/** The photographer, and the licence. */
function Credit({ photo: { credit, creditHasPage }, isMine }: CreditProps) {
  const { data: about } = useGetAboutQuery();
  return (
    <>
      {credit !== null && (
        <span className="font-medium text-ink">
          Photo:{' '}
          {creditHasPage ? (
            <Link to={pathOf('contributor', credit.userId)} className="underline underline-offset-4">
              {credit.name}
            </Link>
          ) : (
            credit.name
          )}
        </span>
      )}
      {credit === null && isMine && <span>Your photo</span>}
      {about && <Licence licence={about.photoLicence} />}
    </>
  );
}
