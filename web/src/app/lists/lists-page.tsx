import { Link, useNavigate } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { reportFailure } from '../../lib/session-calls.ts';
import { useOwnStatus } from '../../lib/session.ts';
import { counted, nouns, titleOf } from '../../lib/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Listed } from '../../ui/listed.tsx';
import { SignInRequired } from '../../ui/signed-in-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useCreateListMutation, useListListsQuery } from '../../features/list/list-api.ts';
import { NewListForm } from '../../features/list/new-list-form.tsx';
import { dateText } from '../../lib/date-text.ts';

/** The viewer's lists of places. */
export function ListsPage() {
  const status = useOwnStatus();
  return (
    <div className="page py-10 sm:py-12">
      <title>{titleOf('My lists')}</title>
      <h1 className="text-4xl">My lists</h1>
      <p className="mt-2 mb-8 text-soft">
        Places for a day or a trip, in your order. Nobody sees them unless you share one.
      </p>
      {status === 'out' && <SignInRequired text="Sign in to see your lists." />}
      {status === 'in' && <Lists />}
    </div>
  );
}

function Lists() {
  const response = useListListsQuery(undefined, { refetchOnMountOrArgChange: true });
  const lists = response.currentData;
  return (
    <>
      <NewList />
      <Listed response={response} failure="Your lists could not be loaded">
        {lists?.length === 0 && (
          <EmptyState
            title="No lists yet"
            text="Name one here, or press 'Add to list' beside the heart of a place."
          />
        )}
        <ul className="divide-y divide-line border-y border-line empty:hidden">
          {lists?.map((list) => (
            <li key={list.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-4">
              <h2 className="mr-auto text-xl wrap-anywhere">
                <Link to={pathOf('list', list.id)} className="underline-offset-4 hover:underline">
                  {list.name}
                </Link>
              </h2>
              {list.shared && <Badge tone="plain">Shared</Badge>}
              {list.date !== null && <span className="text-md text-soft">{dateText(list.date)}</span>}
              <span className="text-md text-soft">{counted(list.placeIds.length, nouns.location)}</span>
            </li>
          ))}
        </ul>
      </Listed>
    </>
  );
}

function NewList() {
  const [create, { isLoading }] = useCreateListMutation();
  const navigate = useNavigate();
  const make = async (name: string): Promise<boolean> => {
    const made = await create({ name });
    if (made.data === undefined) {
      reportFailure(made.error, 'The list could not be made');
      return false;
    }
    await navigate(pathOf('list', made.data.id));
    return true;
  };
  return <NewListForm onMake={make} isBusy={isLoading} variant="primary" className="mb-8 max-w-lg gap-3" />;
}
