import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';

import type { PersonForDesk } from '#contracts/account/views';
import { pathOf } from '#contracts/screens';
import { peopleFilters, type PeopleFilter } from '#contracts/shared/account-words';
import { limits } from '#contracts/shared/limits';

import { itemsOf } from '../../../lib/pages.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { counted, nouns, numberText } from '../../../lib/words.ts';
import { Chip } from '../../../ui/chip.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Listed } from '../../../ui/listed.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { useBrowsePeopleInfiniteQuery } from '../desk/desk-api.ts';
import { DeskFrame } from '../frame/desk-frame.tsx';
import { PersonPanel, Standing } from './person-panel.tsx';

const filterNames: Readonly<Record<PeopleFilter, string>> = {
  new: 'New',
  trusted: 'Trusted',
  blocked: 'Blocked',
  moderators: 'Moderators',
};

/** The list of all people with an account, and the selected person. */
export function PeoplePage() {
  const { id: userId } = useParams();
  return (
    <DeskFrame screen="people" title="People">
      <div className="mt-3">
        {userId === undefined ? <People /> : <PersonPanel key={userId} id={userId} />}
      </div>
    </DeskFrame>
  );
}

function People() {
  const [params, set] = useAddress();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const filter = peopleFilters.find((each) => each === params.get('filter'));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="min-w-[min(13rem,100%)] flex-1">
          <TextInput
            type="search"
            aria-label="Find a person"
            placeholder="Find a name"
            value={typed}
            maxLength={limits.search}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <div role="group" aria-label="Which people" className="flex flex-wrap gap-1.5">
          {peopleFilters.map((each) => (
            <Chip
              key={each}
              pressed={filter === each}
              onClick={() => set('filter', filter === each ? '' : each)}
            >
              {filterNames[each]}
            </Chip>
          ))}
        </div>
      </div>
      <Found query={{ ...(search !== '' && { search }), ...(filter !== undefined && { filter }) }} />
    </>
  );
}

function Found({ query }: { readonly query: { readonly search?: string; readonly filter?: string } }) {
  const response = useBrowsePeopleInfiniteQuery(query);
  const people = itemsOf(response.data);
  return (
    <Listed response={response} failure="The people could not be loaded">
      {people === undefined && <Skeleton className="h-80" />}
      {people?.length === 0 && (
        <EmptyState title="Nobody found" text="Try fewer letters, or another filter." />
      )}
      {people !== undefined && people.length > 0 && (
        <ul
          aria-label="People"
          className="overflow-clip rounded-lg border border-line bg-raised *:last:border-b-0"
        >
          {people.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </ul>
      )}
    </Listed>
  );
}

function PersonRow({ person }: { readonly person: PersonForDesk }) {
  const { id, name, email, submitted, approved, declined, waiting, photos } = person;
  return (
    <li className="relative flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 hover:bg-sunk/50">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={pathOf('person', id)}
            className="whole-card-link font-display text-lg font-semibold wrap-anywhere"
          >
            {name}
          </Link>
          <Standing person={person} />
        </p>
        {email !== null && <p className="truncate text-sm text-soft">{email}</p>}
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm text-soft tabular-nums">
        <span>{numberText(submitted)} sent</span>
        <span>{numberText(approved)} approved</span>
        <span>{numberText(declined)} declined</span>
        {waiting > 0 && <span>{numberText(waiting)} waiting</span>}
        <span>{counted(photos, nouns.photo)}</span>
      </p>
    </li>
  );
}
