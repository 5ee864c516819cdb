import { useRef, useState } from 'react';

import { successTexts } from '#contracts/shared/texts';
import type { SessionEntry } from '#contracts/account/views';

import { isRefusal, reportFailure } from '../../lib/session-calls.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsQuery } from './profile-api.ts';
import { SessionRow } from './session-row.tsx';

/** The number of sessions shown at first: this one and the newest. */
const few = 6;

/** The sessions in which the person is signed in. */
export function Sessions() {
  const { data, error, refetch } = useListSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data !== undefined) return <SessionList sessions={data} />;
  if (error) return <ErrorState title="Your sessions could not be loaded" onRetry={refetch} />;
  return (
    <div className="grid gap-3">
      <VisuallyHidden>Loading your sessions...</VisuallyHidden>
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </div>
  );
}

function SessionList({ sessions }: { readonly sessions: readonly SessionEntry[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [all, setAll] = useState(false);
  const { end, ending } = useEnding(() => list.current?.focus());
  const [endOthers, { isLoading: isEndingOthers }] = useEndOtherSessionsMutation();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const sorted = [...sessions.filter(({ isCurrent }) => isCurrent), ...others];
  const shown = all ? sorted : sorted.slice(0, few);

  const endAllOthers = async () => {
    const answer = await endOthers();
    if (answer.error) return reportFailure(answer.error, 'Your other sessions could not be ended');
    toast({ title: 'You are signed out everywhere else' });
    list.current?.focus();
  };

  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Your sessions"
        className="divide-y divide-line rounded-lg border border-line bg-raised outline-none"
      >
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={ending === session.id}
            onEnd={() => void end(session)}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {shown.length < sorted.length && (
          <Button onClick={() => setAll(true)}>Show all {sorted.length} sessions</Button>
        )}
        {others.length > 0 && (
          <Button variant="danger" pending={isEndingOthers} onClick={() => void endAllOthers()}>
            End all other sessions
          </Button>
        )}
      </div>
    </>
  );
}

/** Ends one session at a time, then calls `after`, since the focus disappears with the session's row. */
function useEnding(after: () => void) {
  const [endSession] = useEndSessionMutation();
  const [ending, setEnding] = useState<string | null>(null);
  const end = async ({ id }: SessionEntry) => {
    setEnding(id);
    const answer = await endSession(id);
    setEnding(null);
    const isGone = isRefusal(answer.error, 'session-not-found');
    if (answer.error && !isGone) return reportFailure(answer.error, 'The session could not be ended');
    toast({ title: successTexts.sessionEnded });
    after();
  };
  return { end, ending };
}
