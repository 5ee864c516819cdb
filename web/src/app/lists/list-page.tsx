import { Link, useParams } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { useOwnStatus } from '../../lib/session.ts';
import { titleOf } from '../../lib/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { SignInRequired } from '../../ui/signed-in-form.tsx';
import { Fetched } from '../../ui/state.tsx';
import { ScreenMessage } from '../../ui/screen-message.tsx';
import { useGetListQuery } from '../../features/list/list-api.ts';
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
  const response = useGetListQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Fetched
      response={response}
      outline={<Skeleton className="h-96" />}
      missing={
        <ScreenMessage
          title="List not found"
          text="It may have been deleted."
          action={
            <Link to={pathOf('lists')} className={buttonClass({ variant: 'primary' })}>
              My lists
            </Link>
          }
        />
      }
      failure="The list could not be loaded"
    >
      {(list) => <ListEditor list={list} onReload={response.refetch} />}
    </Fetched>
  );
}
