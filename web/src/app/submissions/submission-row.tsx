import { Building2, Flag, ImageIcon, MapPin, PencilLine, type LucideIcon } from 'lucide-react';
import { useState, useId } from 'react';
import { Link } from 'react-router-dom';

import type { Submission } from '#contracts/moderation/views';
import { pathOf } from '#contracts/screens';
import { hiddenNames } from '#contracts/shared/texts';

import { receiptPath, FileLink } from '../../ui/file-link.tsx';
import { timeText, ownStatus, counted, nouns } from '../../lib/words.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ChangeList } from '../../features/location/values.tsx';

const kinds: Readonly<
  Record<Submission['entityType'], { readonly word: string; readonly icon: LucideIcon }>
> = {
  city: { word: 'City', icon: Building2 },
  location: { word: 'Location', icon: MapPin },
  edit: { word: 'Edit of', icon: PencilLine },
  photo: { word: 'Photo of', icon: ImageIcon },
  report: { word: 'Report of', icon: Flag },
};

export interface SubmissionRowProps {
  readonly submission: Submission;
  readonly onWithdraw?: () => void;
  /** Opens the contribution to change it. */
  readonly onCorrect?: () => void;
  readonly onDelete?: () => void;
}

export function SubmissionRow(props: SubmissionRowProps) {
  const { submission } = props;
  const [now] = useState(Date.now);
  const { tone, word } = submissionStates[submission.status];
  const { entityType } = submission;
  return (
    <li className={`${rowClass} flex flex-wrap items-start gap-x-4 gap-y-3 sm:flex-nowrap`}>
      <RowPicture submission={submission} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-display text-xl font-semibold wrap-anywhere">
            <span className="text-soft">{kinds[entityType].word}</span> <Name submission={submission} />
          </span>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="mt-1 text-sm text-soft">
          sent {timeText(submission.createdAt, now)}
          {submission.decidedAt !== null && `, ${word.toLowerCase()} ${timeText(submission.decidedAt, now)}`}
        </p>
        {submission.changes !== null && <ChangeList changes={submission.changes} className="mt-3 text-md" />}
        <Reason submission={submission} />
      </div>
      <Actions {...props} />
    </li>
  );
}

const rowClass = 'rounded-lg border border-line bg-raised p-3 sm:p-4';

function RowPicture({ submission: { entityType, thumbnailUrl } }: { readonly submission: Submission }) {
  const Icon = kinds[entityType].icon;
  return (
    <div className="grid aspect-[4/3] w-20 shrink-0 place-items-center overflow-hidden rounded-md bg-sunk text-outline sm:w-28">
      {thumbnailUrl === null ? (
        <Icon size={24} strokeWidth={1.5} aria-hidden />
      ) : (
        <Picture src={thumbnailUrl} alt="" width={240} height={180} />
      )}
    </div>
  );
}

/** Whether no location shows this photo because a merging left it behind: a removed photo has no picture. */
const isLeftPhoto = ({ entityType, status, thumbnailUrl }: Submission): boolean =>
  entityType === 'photo' && status === 'rejected' && thumbnailUrl !== null;

function Reason({ submission }: Pick<SubmissionRowProps, 'submission'>) {
  const { status, reason, duplicateOf, entityType } = submission;
  if (status !== 'rejected' && reason === null && duplicateOf === null) return null;
  return (
    <p dir="auto" className="mt-3 border-l-2 border-no pl-3 text-md wrap-anywhere whitespace-pre-line">
      {duplicateOf ? (
        <>
          {reason !== null && `${reason} `}
          It repeats{' '}
          <Link
            to={pathOf(entityType === 'city' ? 'city' : 'location', duplicateOf.id)}
            className="font-semibold underline underline-offset-4"
          >
            {duplicateOf.name}
          </Link>
          .
        </>
      ) : (
        (reason ??
        (isLeftPhoto(submission) ? 'Its place was merged without this photo.' : 'No reason was given.'))
      )}
    </p>
  );
}

function Actions({ submission, onWithdraw, onCorrect, onDelete }: SubmissionRowProps) {
  const { status, entityType, name, decisionPosition, originalId } = submission;
  const isOwnToChange = entityType !== 'photo' && entityType !== 'report' && originalId === null;
  const hidden = <span className="sr-only"> {name}</span>;
  return (
    <div className="flex shrink-0 flex-wrap gap-2 max-sm:w-full sm:justify-end empty:hidden">
      {decisionPosition !== null && <FileLink href={receiptPath(decisionPosition)}>Receipt{hidden}</FileLink>}
      {isOwnToChange && status === 'rejected' && (
        <Button size="small" variant="primary" onClick={onCorrect}>
          Fix and send again{hidden}
        </Button>
      )}
      {isOwnToChange && status === 'pending' && entityType !== 'edit' && (
        <Button size="small" onClick={onCorrect}>
          Edit{hidden}
        </Button>
      )}
      {isOwnToChange && status === 'pending' && (
        <Button size="small" onClick={onWithdraw}>
          Withdraw{hidden}
        </Button>
      )}
      {isLeftPhoto(submission) && (
        <Button size="small" onClick={onDelete}>
          Delete Photo<span className="sr-only"> of {name}</span>
        </Button>
      )}
    </div>
  );
}

/** A link if the contribution has a page; the submitter can also see a pending contribution. */
function Name({ submission }: { readonly submission: Submission }) {
  const { entityType, entityId, name, status, originalId, duplicateOf } = submission;
  const isHidden = name === hiddenNames.location || (originalId !== null && duplicateOf === null);
  if (isHidden || status === 'deleted' || entityType === 'photo' || entityType === 'report') return name;
  return (
    <Link
      to={pathOf(entityType === 'city' ? 'city' : 'location', entityId)}
      className="underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
}

type Status = Submission['status'];

const submissionStates: Readonly<Record<Status, { readonly tone: BadgeTone; readonly word: string }>> = {
  ...ownStatus,
  open: { tone: 'pending', word: 'Waiting' },
  upheld: { tone: 'ok', word: 'Upheld' },
  dismissed: { tone: 'plain', word: 'Dismissed' },
};

/**
 * The filters of a list of the viewer's own contributions. An upheld report counts as approved, a dismissed one as
 * declined.
 */
export const stateFilters = {
  waiting: { word: 'Waiting', of: ['pending', 'open'] },
  approved: { word: 'Approved', of: ['approved', 'upheld'] },
  declined: { word: 'Declined', of: ['rejected', 'dismissed'] },
} as const satisfies Readonly<Record<string, { readonly word: string; readonly of: readonly Status[] }>>;
export type StateFilter = keyof typeof stateFilters;

export const stateFilterOf = (text: string | null): StateFilter | undefined =>
  text !== null && Object.hasOwn(stateFilters, text) ? (text as StateFilter) : undefined;

export const isOfState = (state: StateFilter | undefined, status: Status): boolean =>
  state === undefined || stateFilters[state].of.some((each) => each === status);

/** Several photos of one place that were sent together, newest first: one row that expands. */
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
            <span className="font-display text-xl font-semibold wrap-anywhere">{title}</span>
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

/** The common status, or each status with its number of photos. */
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
