import { Button } from '../../ui/button.tsx';

interface MoreButtonProps {
  /** The result of an infinite query's hook. */
  readonly answer: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** A button that fetches the next page of a list, if there is one. */
export function MoreButton({ answer }: MoreButtonProps) {
  if (!answer.hasNextPage) return null;
  return (
    <div className="mt-10 flex justify-center">
      <Button size="large" pending={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
