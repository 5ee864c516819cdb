import { useState } from 'react';
import { Link } from 'react-router-dom';

import type { Submission } from '#contracts/views/other';

import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ownStatus } from '../../ui/own-status.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { timeText } from '../../ui/words.ts';

export const submissionStates: Readonly<
  Record<Submission['status'], { readonly tone: BadgeTone; readonly word: string }>
> = {
  ...ownStatus,
  open: { tone: 'pending', word: 'Open' },
  upheld: { tone: 'ok', word: 'Upheld' },
  dismissed: { tone: 'plain', word: 'Dismissed' },
};
const kinds = {
  city: 'City',
  location: 'Location',
  edit: 'Edit of',
  photo: 'Photo of',
  report: 'Report of',
} as const;

export interface SubmissionRowProps {
  readonly submission: Submission;
  readonly onWithdraw: () => void;
}

export function SubmissionRow({ submission, onWithdraw }: SubmissionRowProps) {
  const [now] = useState(Date.now);
  const { tone, word } = submissionStates[submission.status];
  const { entityType, name } = submission;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-line bg-raised px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-display text-xl font-[560] wrap-anywhere">
            <span className="text-soft">{kinds[entityType]}</span> <Name submission={submission} />
          </span>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="mt-1 text-sm text-soft">
          sent {timeText(submission.createdAt, now)}
          {submission.decidedAt !== null && `, ${word.toLowerCase()} ${timeText(submission.decidedAt, now)}`}
        </p>
        {submission.status === 'rejected' && (
          <p className="mt-2 border-l-2 border-no pl-3 text-md wrap-anywhere whitespace-pre-line">
            {submission.reason ?? 'No reason was given.'}
          </p>
        )}
      </div>
      {submission.status === 'pending' && entityType !== 'photo' && (
        <Button size="small" onClick={onWithdraw}>
          Withdraw<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

/** A link where there is something to see: to the submitter, also what still waits. */
function Name({ submission: { entityType, entityId, name, status } }: { readonly submission: Submission }) {
  if (status === 'deleted' || entityType === 'photo' || entityType === 'report') return name;
  return (
    <Link
      to={entityType === 'city' ? `/city/${entityId}` : `/location/${entityId}`}
      className="underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
}
