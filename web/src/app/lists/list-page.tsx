import { Link, useParams } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { isNotFound, messageOf } from '../../lib/session-calls.ts';
import { useOwnStatus } from '../../lib/session.ts';
import { titleOf } from '../../lib/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { SignInRequired } from '../../ui/signed-in-form.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useGetListQuery } from '../../features/list/list-api.ts';
import { NotFound } from '../parts/not-found-page.tsx';
import { ListEditor } from './list-editor.tsx';

/** One of the viewer's own lists. */
export function ListPage() {
  const { id = '' } = useParams();
  const status = useOwnStatus();
  return (
    <div className="page py-10 sm:py-12">
      <title>{titleOf('List')}</title>
      {status === 'out' && <SignInRequired text="Sign in to see your lists." />}
      {status === 'loading' && <Skeleton className="h-96" />}
      {status === 'in' && <OwnList key={id} id={id} />}
    </div>
  );
}

function OwnList({ id }: { readonly id: string }) {
  const { currentData: list, error, refetch } = useGetListQuery(id, { refetchOnMountOrArgChange: true });
  if (isNotFound(error))
    return (
      <NotFound
        title="List not found"
        text="It may have been deleted."
        action={
          <Link to={pathOf('lists')} className={buttonClass({ variant: 'primary' })}>
            My lists
          </Link>
        }
      />
    );
  if (list) return <ListEditor list={list} onReload={refetch} />;
  if (!error) return <Skeleton className="h-96" />;
  return (
    <ErrorState
      isScreen
      title="The list could not be loaded"
      text={messageOf(error, 'Please try again in a moment.')}
      onRetry={refetch}
    />
  );
}
