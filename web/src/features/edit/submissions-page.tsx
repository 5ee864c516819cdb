import { useState } from 'react';

import type { Submission } from '#contracts/views/other';

import { useViewer } from '../../app/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { titleOf } from '../../ui/words.ts';
import { useListSubmissionsQuery } from './api.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { SubmissionRow, submissionStates } from './submission-row.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** What the viewer sent in, and what became of it. */
export function SubmissionsPage() {
  const { status } = useViewer();
  return (
    <div className="page py-10 sm:py-12">
      <title>{titleOf('My Submissions')}</title>
      <h1 className="text-4xl">My Submissions</h1>
      <p className="mt-2 mb-8 text-soft">What you sent in, and what became of it.</p>
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div>
          {status === 'out' && <SignInRequired text="Sign in to see what you sent in." />}
          {status === 'loading' && <Loading />}
          {status === 'in' && <Submissions />}
        </div>
        <Ways />
      </div>
    </div>
  );
}

function Submissions() {
  const [paths, setPaths] = useState<readonly string[]>([]);
  const path = paths.at(-1);
  const { data, error, refetch } = useListSubmissionsQuery(path === undefined ? {} : { path });
  const [taking, setTaking] = useState<Submission | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (data === undefined)
    return error ? (
      <ErrorState title="Your submissions could not be loaded" onRetry={refetch} />
    ) : (
      <Loading />
    );
  if (data.items.length === 0 && paths.length === 0)
    return (
      <EmptyState
        title="Nothing sent in yet"
        text="Add a city or a location on the home page: it will be listed here, with its answer."
      />
    );
  const { next } = data;
  return (
    <>
      <ul id="submissions" tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {data.items.map((submission) => (
          <SubmissionRow
            key={submission.editId ?? submission.entityId}
            submission={submission}
            onWithdraw={() => {
              setTaking(submission);
              setOpen(true);
            }}
          />
        ))}
      </ul>
      <div className="mt-6 flex justify-center gap-3 empty:hidden">
        {paths.length > 0 && <Button onClick={() => setPaths(paths.slice(0, -1))}>Newer</Button>}
        {next !== null && <Button onClick={() => setPaths([...paths, next])}>Older</Button>}
      </div>
      {taking && (
        <WithdrawDialog
          key={taking.editId ?? taking.entityId}
          submission={taking}
          open={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}

/** What each state means for whoever waits in it. */
function Ways() {
  return (
    <aside aria-label="What the states mean" className="border-t border-line pt-5 text-md text-soft">
      <dl className="grid gap-x-8 gap-y-5 sm:max-lg:grid-cols-3">
        {ways.map(({ status, text }) => (
          <div key={status}>
            <dt className="mb-1.5">
              <Badge tone={submissionStates[status].tone}>{submissionStates[status].word}</Badge>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

const ways = [
  {
    status: 'pending',
    text: 'Only you and the administrator see it. You can still change it, or take it back.',
  },
  { status: 'approved', text: 'Everyone sees it, under its city.' },
  {
    status: 'rejected',
    text: 'The reason stands beside it. Mend what it names and send it in again.',
  },
] as const;

function Loading() {
  return (
    <div className="flex flex-col gap-3">
      <VisuallyHidden>Loading your submissions...</VisuallyHidden>
      <Skeleton className="h-22" />
      <Skeleton className="h-22" />
      <Skeleton className="h-22" />
    </div>
  );
}
