import { Link } from 'react-router-dom';

import type { PersonForDesk } from '#contracts/account/views';
import { pathOf } from '#contracts/screens';

import { useRights } from '../../../lib/session.ts';
import { dayText, monthText, nounFor, nouns, numberText } from '../../../lib/words.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { EmptyState, Fetched } from '../../../ui/state.tsx';
import { ActivityList } from '../activity/activity-list.tsx';
import { Notes } from '../desk/notes.tsx';
import { useGetPersonQuery } from '../desk/desk-api.ts';
import { kindWords } from '../desk/kind-words.ts';
import { QueuePanel } from '../queue/queue-panel.tsx';
import { everything } from '../review/filter.ts';
import { PersonActions } from './person-actions.tsx';

/** One person: their record, their waiting items, and their activity. */
export function PersonPanel({ id }: { readonly id: string }) {
  const { user } = useRights();
  return (
    <Fetched
      response={useGetPersonQuery(id)}
      outline={<Skeleton className="h-60" />}
      missing={<EmptyState title="This account is not there" text="It may have been erased." />}
      failure="The person could not be loaded"
    >
      {(person) => (
        <>
          <Link to={pathOf('people')} className="text-sm font-semibold text-accent">
            All people
          </Link>
          <div className="mt-2 mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
            <Head person={person} />
            <PersonActions person={person} />
          </div>
          <Waiting person={person} />
          {user?.id !== id && (
            <Notes title={`Notes about ${person.name}`} about={{ entityType: 'user', entityId: id }} />
          )}
          <h3 className="mt-10 mb-3 text-xl">What they did</h3>
          <ActivityList query={{ actor: id }} none="Nothing yet" />
        </>
      )}
    </Fetched>
  );
}

function Head({ person }: { readonly person: PersonForDesk }) {
  const { submitted, approved, declined, waiting, photos, reportsUpheld } = person;
  const numbers = [
    ['sent', submitted],
    ['approved', approved],
    ['declined', declined],
    ['waiting', waiting],
    [nounFor(photos, nouns.photo), photos],
    [`${nounFor(reportsUpheld, kindWords.report.noun)} upheld`, reportsUpheld],
  ] as const;
  return (
    <div className="min-w-0">
      <h2 className="flex flex-wrap items-center gap-2.5 text-2xl wrap-anywhere">
        {person.name}
        <span className="inline-flex gap-1.5 font-sans tracking-normal">
          <Standing person={person} />
        </span>
      </h2>
      <p className="mt-1 text-sm text-soft wrap-anywhere">
        {person.email !== null && `${person.email} · `}here since {monthText(person.createdAt)}
        {person.lastActiveAt !== null && ` · last active ${dayText(person.lastActiveAt)}`}
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))]">
        {numbers.map(([label, number]) => (
          <div key={label}>
            <dd className="font-display text-xl font-semibold tabular-nums">{numberText(number)}</dd>
            <dt className="text-sm text-soft">{label}</dt>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** All their waiting items in one list. */
function Waiting({ person }: { readonly person: PersonForDesk }) {
  return (
    <QueuePanel
      filter={{ ...everything, submitter: person.id }}
      words={{
        region: `Review what ${person.name} sent`,
        list: `What ${person.name} sent`,
        none: 'Nothing of theirs waits',
      }}
      emptyText="What they send in appears here by itself."
    />
  );
}

/** A person's role and standing as text. */
export function Standing({ person }: { readonly person: PersonForDesk }) {
  const { role, trusted, blocked, approved, submitted } = person;
  return (
    <>
      {role === 'admin' && <Badge>Administrator</Badge>}
      {role === 'moderator' && <Badge>Moderator</Badge>}
      {trusted && <Badge tone="ok">Trusted</Badge>}
      {blocked && <Badge tone="no">Blocked</Badge>}
      {approved === 0 && submitted > 0 && <Badge>New</Badge>}
    </>
  );
}
