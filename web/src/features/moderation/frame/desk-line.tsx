import { Fragment } from 'react';
import { Link } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { useViewer } from '../../../lib/session.ts';
import { numberText } from '../../../lib/words.ts';
import { useGetDeskQuery } from '../desk/desk-api.ts';
import { agePhrase } from '../desk/event-words.ts';
import { useNow } from '../../../lib/use-now.ts';

/** The desk's statistics in one line; updated live. `leadsToMine`: to what the viewer decided. */
export function DeskLine({ leadsToMine }: { readonly leadsToMine: boolean }) {
  const { data } = useGetDeskQuery();
  const now = useNow();
  if (data === undefined) return <p className={`h-[1lh] ${size}`} />;
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
          <span className="whitespace-nowrap">
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
