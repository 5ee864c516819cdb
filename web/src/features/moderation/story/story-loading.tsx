import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

export function StoryLoading({ failed }: { readonly failed: boolean }) {
  if (failed) return <p className="text-sm text-soft">Its story could not be loaded, or it is gone.</p>;
  return (
    <div className="flex flex-col gap-2.5">
      <VisuallyHidden>Loading the story...</VisuallyHidden>
      <Skeleton className="aspect-3/2" />
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
    </div>
  );
}
