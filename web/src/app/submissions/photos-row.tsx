import { useId, useState } from 'react';

import type { Submission } from '#contracts/moderation/views';

import { counted, nouns, timeText } from '../../lib/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RowPicture, SubmissionRow, rowClass, submissionStates } from './submission-row.tsx';

/** Several photos of one place that were sent together, newest first: one row, which opens. */
export function PhotosRow({ photos }: { readonly photos: readonly Submission[] }) {
  const [now] = useState(Date.now);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [first] = photos;
  if (first === undefined) return null;
  const title = `${counted(photos.length, nouns.photo)} of ${first.name}`;
  return (
    <li className={rowClass}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 sm:flex-nowrap">
        <RowPicture submission={photos.find(({ thumbnailUrl }) => thumbnailUrl !== null) ?? first} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-display text-xl font-[560] wrap-anywhere">{title}</span>
            <States photos={photos} />
          </p>
          <p className="mt-1 text-sm text-soft">sent {timeText(first.createdAt, now)}</p>
        </div>
        <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Open'}
          <span className="sr-only"> {title}</span>
        </Button>
      </div>
      <ul id={id} hidden={!isOpen} className="mt-3 flex flex-col gap-3">
        {isOpen && photos.map((photo) => <SubmissionRow key={photo.entityId} submission={photo} />)}
      </ul>
    </li>
  );
}

/** The state that all have, or each state with how many have it. */
function States({ photos }: { readonly photos: readonly Submission[] }) {
  const found = [...new Set(photos.map(({ status }) => status))];
  return found.map((status) => {
    const { tone, word } = submissionStates[status];
    const count = photos.filter((photo) => photo.status === status).length;
    return (
      <Badge key={status} tone={tone}>
        {found.length === 1 ? word : `${word}: ${count}`}
      </Badge>
    );
  });
}
