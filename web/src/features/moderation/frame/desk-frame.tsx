import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { useViewer } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { titleOf, numberText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Outline } from '../../../ui/loading.tsx';
import { ScreenMessage } from '../../../ui/screen-message.tsx';
import { useGetDeskQuery } from '../desk/desk-api.ts';
import { agePhrase } from '../desk/event-words.ts';
import { useKeys } from '../desk/use-keys.ts';
import { RestNote, SendingPill } from './sending-pill.tsx';

type DeskScreen = 'dashboard' | 'queue' | 'people' | 'activity';

interface DeskFrameProps {
  readonly screen: DeskScreen;
  readonly title: string;
  readonly subtitle?: string;
  readonly children: ReactNode;
}

/** The frame of every screen of the desk. Tells people who are not moderators why they may not enter. */
export function DeskFrame(props: DeskFrameProps) {
  const { status, user, canModerate } = useViewer();
  return (
    <div className="page py-2 sm:pb-7">
      {(status === 'loading' || canModerate) && <title>{titleOf(props.title)}</title>}
      {status === 'loading' && <Loading />}
      {status === 'out' && (
        <Closed title="Not Authenticated" text="You need to sign in to access the admin dashboard." />
      )}
      {status === 'in' && user !== null && !canModerate && (
        <Closed
          title="Access Denied"
          text={
            <>
              <p>Admin access required. Current user: {user.email}</p>
              <p>Admin email required: {user.adminEmail}</p>
            </>
          }
        />
      )}
      {status === 'in' && user !== null && canModerate && <Desk key={user.id} {...props} />}
    </div>
  );
}

const screens = [
  { screen: 'dashboard', to: pathOf('dashboard'), label: 'Dashboard' },
  { screen: 'queue', to: pathOf('queue'), label: 'Everything' },
  { screen: 'people', to: pathOf('people'), label: 'People' },
  { screen: 'activity', to: pathOf('activity'), label: 'Activity' },
] as const;

function Desk({ screen, title, subtitle, children }: DeskFrameProps) {
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);
  useKeys(
    {
      'g q': go(pathOf('queue')),
      'g c': go(pathOf('dashboard')),
      'g l': go(`${pathOf('dashboard')}?tab=locations`),
      'g e': go(`${pathOf('dashboard')}?tab=edits`),
      'g h': go(`${pathOf('queue')}?kind=photo`),
      'g p': go(pathOf('people')),
      'g a': go(pathOf('activity')),
    },
    { first: true },
  );
  return (
    <>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl">{title}</h1>
        {/* Takes the remaining width of the row: longer numbers wrap to a second line and never move the links. */}
        <div className="low:sr-only max-sm:w-full lg:flex-1 lg:basis-0 lg:text-center lg:text-balance">
          <DeskLine />
        </div>
        <nav aria-label="Desk" className="-mx-2.5 flex flex-wrap sm:-mx-3">
          {screens.map((each) => (
            <Link
              key={each.screen}
              to={each.to}
              aria-current={each.screen === screen ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-11 items-center rounded-md px-2.5 text-md font-semibold sm:px-3',
                each.screen === screen
                  ? 'text-ink underline decoration-accent decoration-2 underline-offset-8'
                  : 'text-soft hover:text-ink',
              )}
            >
              {each.label}
            </Link>
          ))}
        </nav>
      </div>
      {subtitle !== undefined && <p className="mb-3 text-soft low:mb-0 low:text-sm">{subtitle}</p>}
      <SendingPill />
      <RestNote />
      {children}
    </>
  );
}

interface ClosedProps {
  readonly title: string;
  readonly text: ReactNode;
}

function Closed(props: ClosedProps) {
  const navigate = useNavigate();
  return (
    <ScreenMessage
      {...props}
      action={
        <Button variant="primary" onClick={() => void navigate('/')}>
          Go to Home
        </Button>
      }
    />
  );
}

function Loading() {
  return (
    <>
      <h1 className="sr-only">Admin Dashboard</h1>
      <Outline text="Loading the dashboard..." className="h-20" />
    </>
  );
}

/** The desk's statistics in one line; updated live. */
function DeskLine() {
  const { data } = useGetDeskQuery();
  const now = useNow();
  // As wide as the numbers, so that nothing beside them moves once they load.
  if (data === undefined) return <p className={`h-[1lh] max-w-full sm:max-lg:w-[31rem] ${size}`} />;
  const { waiting, oldestAt, decidedToday, decidedTodayByMe, medianWaitSeconds, p95WaitSeconds } = data;
  const all = Object.values(waiting).reduce((sum, each) => sum + each, 0);
  const oldest = oldestAt === null ? null : agePhrase(now - Date.parse(oldestAt));
  const parts = [
    `${numberText(all)} to look at`,
    oldest === null ? null : `oldest ${oldest}`,
    `${numberText(decidedToday)} decided today, ${numberText(decidedTodayByMe)} by you`,
    medianWaitSeconds === null ? null : `usual wait ${waitText(medianWaitSeconds)}`,
  ].filter((part) => part !== null);
  return (
    <p aria-label="How it is going" role="group" className={`text-soft tabular-nums ${size}`}>
      {parts.join(' · ')}
      {p95WaitSeconds !== null && (
        <span className="max-sm:hidden"> · 95% within {waitText(p95WaitSeconds)}</span>
      )}
    </p>
  );
}

/** Two lines on a phone, also before the numbers load. */
const size = 'text-sm max-sm:min-h-[2lh] max-sm:w-full';

const waitText = (seconds: number): string => agePhrase(seconds * 1000) ?? 'a minute';
