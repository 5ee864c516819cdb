import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { api } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/store.ts';

export function StoryLoading({ failed }: { readonly failed: boolean }) {
  if (failed) return <Failed />;
  return (
    <div className="flex flex-col gap-2.5">
      <span className="sr-only">Loading the story...</span>
      <Skeleton className="aspect-3/2" />
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
    </div>
  );
}

/** What stories are made of. */
const parts = ['History', 'Location', 'City', 'Photo'] as const;

function Failed() {
  const dispatch = useAppDispatch();
  return (
    <div data-failed className="flex flex-wrap items-center gap-3 text-sm text-soft">
      Its story could not be loaded, or it is gone.
      <Button size="small" onClick={() => dispatch(api.util.invalidateTags([...parts]))}>
        Load again
      </Button>
    </div>
  );
}
