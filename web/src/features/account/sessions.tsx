import { useRef, useState } from 'react';

import type { SessionEntry } from '#contracts/account/views';
import { providerLabels } from '#contracts/shared/providers';
import { successTexts } from '#contracts/shared/texts';

import { isRefusal, reportFailure } from '../../lib/session-calls.ts';
import { toast } from '../../lib/toast.ts';
import { useNow } from '../../lib/use-now.ts';
import { dayText, timeText } from '../../lib/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Outline } from '../../ui/loading.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { deviceOf } from './device.ts';
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsQuery } from './profile-api.ts';

/** The person's active sessions. */
export function Sessions() {
  const { data, error, refetch } = useListSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data !== undefined) return <SessionList sessions={data} />;
  if (error) return <ErrorState title="Your sessions could not be loaded" onRetry={refetch} />;
  return <Outline text="Loading your sessions..." rows={2} className="h-18" />;
}

function SessionList({ sessions }: { readonly sessions: readonly SessionEntry[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { end, ending } = useEnding(() => list.current?.focus());
  const [endOthers, { isLoading: isEndingOthers }] = useEndOtherSessionsMutation();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const sorted = [...sessions.filter(({ isCurrent }) => isCurrent), ...others];

  const endAllOthers = async () => {
    const response = await endOthers();
    if (response.error) return reportFailure(response.error, 'Your other sessions could not be ended');
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
        {sorted.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={ending === session.id}
            onEnd={() => void end(session)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button
          variant="danger"
          className="mt-4"
          pending={isEndingOthers}
          onClick={() => void endAllOthers()}
        >
          End all other sessions
        </Button>
      )}
    </>
  );
}

/** Ends one session at a time, then calls `after`, since the focus disappears with the session's row. */
function useEnding(after: () => void) {
  const [endSession] = useEndSessionMutation();
  const [ending, setEnding] = useState<string | null>(null);
  const end = async ({ id }: SessionEntry) => {
    setEnding(id);
    const response = await endSession(id);
    setEnding(null);
    const isGone = isRefusal(response.error, 'session-not-found');
    if (response.error && !isGone) return reportFailure(response.error, 'The session could not be ended');
    toast({ title: successTexts.sessionEnded });
    after();
  };
  return { end, ending };
}

interface SessionRowProps {
  readonly session: SessionEntry;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { isCurrent, agent, createdAt, lastUsedAt } = session;
  const name = deviceOf(agent);
  const since = timeText(createdAt, useNow());
  return (
    <li className="flex items-center gap-4 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="wrap-anywhere">{name}</span>
          {isCurrent && <Badge tone="ok">This browser</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-soft">
          since {since}
          {beginning(session)}
          {/* Only the day: the time of the last use is not known more precisely. */}
          {!isCurrent && `, last used ${dayText(lastUsedAt)}`}
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" pending={ending} onClick={onEnd}>
          End
          <span className="sr-only">
            {' '}
            the session of {name}, since {since}
          </span>
        </Button>
      )}
    </li>
  );
}

function beginning({ startedBy }: SessionEntry): string {
  if (startedBy === null) return '';
  return startedBy === 'password' ? ', with the password' : `, with ${providerLabels[startedBy]}`;
}
