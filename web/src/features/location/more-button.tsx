import { Button } from '../../ui/button.tsx';

interface MoreButtonProps {
  /** What an infinite query's hook gives. */
  readonly answer: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Fetches the next page of a list, while there is one. */
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
