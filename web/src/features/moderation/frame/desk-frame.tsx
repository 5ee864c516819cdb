import clsx from 'clsx';
import { type ReactNode, Fragment } from 'react';
import { Link, useNavigate } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { useViewer } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { titleOf, numberText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { LightArc } from '../../../ui/light-arc.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { useGetDeskQuery } from '../desk/desk-api.ts';
import { agePhrase } from '../desk/event-words.ts';
import { useKeys } from '../desk/use-keys.ts';
import { DecisionsContext, useDecisionsOfDesk } from '../review/use-decide.ts';
import { RestNote, SendingPill } from './sending-pill.tsx';

type DeskScreen = 'dashboard' | 'queue' | 'people' | 'activity';

interface DeskFrameProps {
  readonly screen: DeskScreen;
  readonly title: string;
  readonly subtitle?: string;
  readonly children: ReactNode;
}

/** The frame of every screen of the desk; anybody else is told why they may not enter. */
export function DeskFrame(props: DeskFrameProps) {
  const { status, user, canModerate } = useViewer();
  return (
    <div className="page py-2 sm:pb-7">
      <title>{titleOf(props.title)}</title>
      {status === 'loading' && <Loading />}
      {status === 'out' && (
        <Closed title="Not Authenticated" lines={['You need to sign in to access the admin dashboard.']} />
      )}
      {status === 'in' && user !== null && !canModerate && (
        <Closed
          title="Access Denied"
          lines={[
            `Admin access required. Current user: ${user.email}`,
            `Admin email required: ${user.adminEmail}`,
          ]}
        />
      )}
      {status === 'in' && user !== null && canModerate && <Desk key={user.id} userId={user.id} {...props} />}
    </div>
  );
}

const screens = [
  { screen: 'dashboard', to: pathOf('dashboard'), label: 'Dashboard' },
  { screen: 'queue', to: pathOf('queue'), label: 'Everything' },
  { screen: 'people', to: pathOf('people'), label: 'People' },
  { screen: 'activity', to: pathOf('activity'), label: 'Activity' },
] as const;

function Desk({ screen, title, subtitle, userId, children }: DeskFrameProps & { readonly userId: string }) {
  const { decisions, ...sending } = useDecisionsOfDesk(userId);
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
    <DecisionsContext value={decisions}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h1 className={subtitle === undefined ? 'text-2xl' : 'text-2xl not-low:sm:text-3xl'}>{title}</h1>
        {subtitle === undefined && (
          <div className="low:sr-only max-sm:w-full">
            <DeskLine leadsToMine={screen !== 'activity'} />
          </div>
        )}
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
      {subtitle !== undefined && (
        <div className="mb-3 flex flex-wrap justify-between gap-x-6 gap-y-1 low:mb-0">
          <p className="text-soft low:text-sm">{subtitle}</p>
          <div className="low:sr-only max-sm:w-full">
            <DeskLine leadsToMine={screen !== 'activity'} />
          </div>
        </div>
      )}
      <SendingPill {...sending} />
      <RestNote {...sending} />
      {children}
    </DecisionsContext>
  );
}

function Closed({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  const navigate = useNavigate();
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-2 py-20 text-center">
      <LightArc time="Night" size={112} className="mb-4" />
      <h1 className="mb-1 text-3xl">{title}</h1>
      {lines.map((line) => (
        <p key={line} className="text-soft wrap-anywhere">
          {line}
        </p>
      ))}
      <Button variant="primary" className="mt-5" onClick={() => void navigate('/')}>
        Go to Home
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="sr-only">Admin Dashboard</h1>
      <span className="sr-only">Loading the dashboard...</span>
      <Skeleton className="h-11 w-80 max-w-full" />
      <Skeleton className="h-12" />
      <Skeleton className="h-26" />
      <Skeleton className="h-26" />
    </div>
  );
}

/** The desk's statistics in one line; updated live. `leadsToMine`: to what the viewer decided. */
function DeskLine({ leadsToMine }: { readonly leadsToMine: boolean }) {
  const { data } = useGetDeskQuery();
  const now = useNow();
  // As wide as the numbers, so that nothing beside them moves when they come.
  if (data === undefined) return <p className={`h-[1lh] max-w-full sm:w-[31rem] ${size}`} />;
  const { waiting, oldestAt, decidedToday, decidedTodayByMe, medianWaitSeconds, p95WaitSeconds } = data;
  const all = Object.values(waiting).reduce((sum, each) => sum + each, 0);
  const oldest = oldestAt === null ? null : agePhrase(now - Date.parse(oldestAt));
  const today = `${numberText(decidedToday)} decided today`;
  const parts = [
    `${numberText(all)} to look at`,
    oldest === null ? null : `oldest ${oldest}`,
    today,
    medianWaitSeconds === null ? null : `usual wait ${waitText(medianWaitSeconds)}`,
  ].filter((part) => part !== null);
  return (
    <p aria-label="How it is going" role="group" className={`text-soft tabular-nums ${size}`}>
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' '}
          <span className="inline-block">
            {part}
            {part === today && <ByMe count={decidedTodayByMe} isLink={leadsToMine} />}
            {(index < parts.length - 1 || p95WaitSeconds !== null) && (
              <span aria-hidden className={index < parts.length - 1 ? undefined : 'max-sm:hidden'}>
                {' '}
                ·
              </span>
            )}
          </span>
        </Fragment>
      ))}
      {p95WaitSeconds !== null && (
        <span className="whitespace-nowrap max-sm:hidden"> 95% within {waitText(p95WaitSeconds)}</span>
      )}
    </p>
  );
}

/** Leads to all that the viewer decided, today and before. */
function ByMe({ count, isLink }: { readonly count: number; readonly isLink: boolean }) {
  const { user } = useViewer();
  if (user === null || !isLink) return `, ${numberText(count)} by you`;
  return (
    <>
      ,{' '}
      {/* In a low window the line is there for screen readers alone, who find the same link under Activity. */}
      <Link
        to={`${pathOf('activity')}?actor=${user.id}`}
        className="low:invisible font-semibold underline underline-offset-4"
      >
        {numberText(count)} by you<span className="sr-only">: recently decided by me</span>
      </Link>
    </>
  );
}

/** Two lines on a phone, also while there are no numbers yet. */
const size = 'text-sm max-sm:min-h-[2lh] max-sm:w-full';

const waitText = (seconds: number): string => agePhrase(seconds * 1000) ?? 'a minute';
