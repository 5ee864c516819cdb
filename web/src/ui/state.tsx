import { useState, type ReactNode } from 'react';

import { isNotFound, messageOf } from '../lib/session-calls.ts';
import { Button, type ButtonLook } from './button.tsx';
import { LightArc } from './light-arc.tsx';

interface StateProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** What to do next. */
  readonly action?: ReactNode;
}

/** Says that there is no content yet, and what to do next. */
export function EmptyState({ title, text, action }: StateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-outline/50 px-6 py-12 text-center">
      <LightArc time="Any time" size={64} className="mb-2 text-outline" />
      <p className="font-display text-xl font-semibold wrap-anywhere">{title}</p>
      {text !== undefined && <p className="max-w-md text-md text-soft">{text}</p>}
      {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly onRetry: () => PromiseLike<unknown>;
  /** Whether it replaces the whole screen; its title is then the screen's heading. */
  readonly isScreen?: boolean;
  /** In one line, below the existing content. */
  readonly compact?: boolean;
}

/** Says what failed, and offers to try again. */
export function ErrorState({
  title,
  text = 'Please try again in a moment.',
  onRetry,
  isScreen = false,
  compact = false,
}: ErrorStateProps) {
  const Title = isScreen ? 'h1' : 'p';
  return (
    <div
      role="alert"
      className={`rounded-lg bg-sunk ${
        compact
          ? 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4'
          : 'grid justify-items-center gap-2 px-6 py-12 text-center'
      }`}
    >
      {!compact && <LightArc time="Night" size={64} className="mb-2 text-outline" />}
      <div className={compact ? '' : 'contents'}>
        <Title className="font-display text-xl font-semibold">{title}</Title>
        <p className="max-w-md text-md text-soft">{text}</p>
      </div>
      <RetryButton className={compact ? '' : 'mt-3'} onRetry={onRetry} />
    </div>
  );
}

/** The result of a query's hook. */
interface QueryResult {
  readonly currentData?: unknown;
  readonly error?: unknown;
  readonly refetch: () => PromiseLike<unknown>;
}

interface FetchedProps<A extends QueryResult> {
  readonly response: A;
  /** The placeholder while it loads for the first time. */
  readonly outline: ReactNode;
  /** The message if it does not exist, even if it existed a moment ago: somebody may have removed it since. */
  readonly missing: ReactNode;
  /** The message if it could not be read. */
  readonly failure: string;
  readonly children: (data: NonNullable<A['currentData']>) => ReactNode;
}

/** One item from the server, on a screen about that item. */
export function Fetched<A extends QueryResult>({
  response,
  outline,
  missing,
  failure,
  children,
}: FetchedProps<A>) {
  const { error, refetch } = response;
  const currentData: A['currentData'] = response.currentData;
  if (isNotFound(error)) return missing;
  if (currentData !== undefined && currentData !== null) return children(currentData);
  if (error === undefined) return outline;
  return (
    <div className="page section">
      <ErrorState
        isScreen
        title={failure}
        text={messageOf(error, 'Please try again in a moment.')}
        onRetry={refetch}
      />
    </div>
  );
}

interface RetryButtonProps extends ButtonLook {
  readonly onRetry: () => PromiseLike<unknown>;
  readonly className?: string;
}

/** Tries again and shows progress: the error stays on the screen until there is a response. */
export function RetryButton({ onRetry, ...look }: RetryButtonProps) {
  const [pending, setPending] = useState(false);
  const retry = async () => {
    setPending(true);
    await onRetry();
    setPending(false);
  };
  return (
    <Button {...look} pending={pending} onClick={() => void retry()}>
      Try again
    </Button>
  );
}
