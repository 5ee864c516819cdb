import { Fragment } from 'react';

import { numberText } from '../../ui/words.ts';
import { useGetDeskQuery } from './desk-api.ts';
import { useNow } from './use-now.ts';
import { agePhrase } from './words.ts';

/** The desk's statistics in one line; updated live. */
export function DeskLine() {
  const { data } = useGetDeskQuery();
  const now = useNow();
  // As high as the line will be, which takes two on a phone.
  if (data === undefined) return <p className="h-[1lh] text-sm max-sm:h-[2lh] max-sm:w-full" />;
  const { waiting, oldestAt, decidedToday, decidedTodayByMe, medianWaitSeconds, p95WaitSeconds } = data;
  const all = Object.values(waiting).reduce((sum, each) => sum + each, 0);
  const oldest = oldestAt === null ? null : agePhrase(now - Date.parse(oldestAt));
  const parts = [
    `${numberText(all)} to look at`,
    oldest === null ? null : `oldest ${oldest}`,
    `${numberText(decidedToday)} decided today, ${numberText(decidedTodayByMe)} by you`,
    medianWaitSeconds === null ? null : `usual wait ${waitText(medianWaitSeconds)}`,
    p95WaitSeconds === null ? null : `95% within ${waitText(p95WaitSeconds)}`,
  ].filter((part) => part !== null);
  return (
    <p aria-label="How it is going" role="group" className="text-sm text-soft tabular-nums">
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' '}
          <span className="whitespace-nowrap">
            {part}
            {index < parts.length - 1 && <span aria-hidden> ·</span>}
          </span>
        </Fragment>
      ))}
    </p>
  );
}

const waitText = (seconds: number): string => agePhrase(seconds * 1000) ?? 'a minute';
