import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';

import type { Submission } from '#contracts/moderation/views';
import { pathOf } from '#contracts/screens';

import { itemsOf, useFurtherPages } from '../../lib/pages.ts';
import { inSets, type InSet } from '../../lib/photo-sets.ts';
import { useViewer } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { titleOf } from '../../lib/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Outline } from '../../ui/loading.tsx';
import { SignInRequired } from '../../ui/signed-in-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useBrowseSubmissionsInfiniteQuery } from '../../features/account/submissions-api.ts';
import { CorrectionDialog, DeletePhotoDialog, WithdrawDialog } from './submission-dialogs.tsx';
import {
  PhotosRow,
  SubmissionRow,
  isOfState,
  stateFilterOf,
  stateFilters,
  type StateFilter,
} from './submission-row.tsx';

/** The viewer's contributions and their status. */
export function SubmissionsPage() {
  const { status } = useViewer();
  return (
    <div className="page py-10 sm:py-12">
      <title>{titleOf('My submissions')}</title>
      <h1 id="submissions" tabIndex={-1} className="text-4xl outline-none">
        My submissions
      </h1>
      <p className="mt-2 mb-8 text-soft">What you sent in, and what became of it.</p>
      {status === 'out' && <SignInRequired text="Sign in to see what you sent in." />}
      {status === 'loading' && outline}
      {status === 'in' && <Submissions />}
    </div>
  );
}

function Submissions() {
  const response = useBrowseSubmissionsInfiniteQuery();
  if (response.data === undefined && !response.error) return outline;
  return (
    <Listed response={response} failure="Your submissions could not be loaded">
      <List response={response} sent={itemsOf(response.data) ?? []} />
    </Listed>
  );
}

type QueryResult = ReturnType<typeof useBrowseSubmissionsInfiniteQuery>;

type Task = 'withdraw' | 'correct' | 'delete';

interface ListProps {
  readonly response: QueryResult;
  readonly sent: readonly Submission[];
}

function List({ response, sent }: ListProps) {
  const [params, set] = useAddress();
  const state = stateFilterOf(params.get('state'));
  const [chosen, setChosen] = useState<Submission | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  /** The keys of the pending entries of the same place or city when the dialog opened. */
  const [before, setBefore] = useState<readonly string[]>([]);
  const shown = sent.filter(({ status }) => isOfState(state, status));
  useFurtherPages(response, state !== undefined && shown.length < enough);
  const go = (wanted: StateFilter | null) => set('state', wanted ?? '');
  const isSentAgain =
    state === 'declined' && chosen !== null && waitingOf(sent, chosen).some((key) => !before.includes(key));
  const follow = useEffectEvent(() => go('waiting'));
  useEffect(() => {
    if (isSentAgain) follow();
  }, [isSentAgain]);
  if (sent.length === 0)
    return (
      <EmptyState
        title="Nothing sent in yet"
        text="Add a city or a location on the home page: it will be listed here, with its answer."
        action={
          <Link to={pathOf('home')} className={buttonClass({ variant: 'primary' })}>
            Go to Home
          </Link>
        }
      />
    );
  const begin = (which: Task, submission: Submission) => {
    setChosen(submission);
    setBefore(waitingOf(sent, submission));
    setTask(which);
  };
  const during = (which: Task) => ({
    open: task === which,
    onOpenChange: (open: boolean) => setTask(open ? which : null),
  });
  const choose = (wanted: StateFilter | null) => {
    setChosen(null);
    go(wanted === state ? null : wanted);
  };
  return (
    <>
      <div
        role="group"
        aria-label="State"
        className="mb-5 flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:*:px-2.5"
      >
        <Chip pressed={state === undefined} onClick={() => choose(null)}>
          All
        </Chip>
        {filters.map((each) => (
          <Chip key={each} pressed={each === state} onClick={() => choose(each)}>
            {stateFilters[each].word}
          </Chip>
        ))}
      </div>
      <ul aria-labelledby="submissions" className="flex flex-col gap-3">
        {inSets(shown, photoOf).map(([submission, ...others]) => {
          if (submission === undefined) return null;
          // The oldest photo identifies the set: photos sent while it is open join at its start.
          if (others.length > 0)
            return <PhotosRow key={`set ${others.at(-1)?.entityId}`} photos={[submission, ...others]} />;
          return (
            <SubmissionRow
              key={keyOf(submission)}
              submission={submission}
              onWithdraw={() => begin('withdraw', submission)}
              onCorrect={() => begin('correct', submission)}
              onDelete={() => begin('delete', submission)}
            />
          );
        })}
      </ul>
      {state !== undefined && shown.length === 0 && !response.hasNextPage && (
        <EmptyState
          title={`Nothing here is ${stateFilters[state].word.toLowerCase()}`}
          action={<Button onClick={() => choose(null)}>Show all</Button>}
        />
      )}
      {chosen && (
        <>
          <WithdrawDialog key={keyOf(chosen)} submission={chosen} {...during('withdraw')} />
          <DeletePhotoDialog key={`delete ${keyOf(chosen)}`} submission={chosen} {...during('delete')} />
          <CorrectionDialog key={`correct ${keyOf(chosen)}`} submission={chosen} {...during('correct')} />
        </>
      )}
    </>
  );
}

const photoOf = ({ entityType, locationId, createdAt }: Submission): InSet | null =>
  entityType === 'photo' && locationId !== null ? { of: locationId, at: Date.parse(createdAt) } : null;

const filters = Object.keys(stateFilters) as StateFilter[];
const keyOf = ({ editId, entityId }: Submission): string => editId ?? entityId;

/** The pending entries of the same place or city: a declined edit is submitted again as a new one. */
const waitingOf = (sent: readonly Submission[], { entityId }: Submission): readonly string[] =>
  sent.filter((each) => each.entityId === entityId && each.status === 'pending').map(keyOf);

/** The minimum number of rows of the chosen status; the page loads more pages until it has them. */
const enough = 20;

const outline = <Outline text="Loading your submissions..." className="h-22" />;
