import { Link, useSearchParams } from 'react-router-dom';

import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/state.tsx';

/** Shown instead of a list if the address names a page beyond its end. */
export function BeyondList() {
  const [params] = useSearchParams();
  const first = new URLSearchParams(params);
  first.delete('page');
  return (
    <EmptyState
      title="The list has no such page"
      text="It may have become shorter."
      action={
        <Link to={{ search: `?${first}` }} className={buttonClass()}>
          To the first page
        </Link>
      }
    />
  );
}
