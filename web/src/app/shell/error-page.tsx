import { titleOf } from '../../lib/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { LightArc } from '../../ui/light-arc.tsx';
import { RetryButton } from '../../ui/state.tsx';

/** Says that a screen could not be shown, and offers ways on. */
export function ErrorPage({ onRetry }: { readonly onRetry: () => PromiseLike<unknown> }) {
  return (
    <div
      role="alert"
      className="page grid min-h-[60dvh] place-content-center justify-items-center gap-3 py-16 text-center"
    >
      <title>{titleOf('This page could not be shown')}</title>
      <LightArc time="Night" size={112} className="mb-4" />
      <h1 className="text-4xl">This page could not be shown</h1>
      <p className="max-w-md text-soft">
        Something went wrong on our side, or the connection was lost while the page was loading. Your entries
        on the server are safe.
      </p>
      <div className="mt-5 flex gap-3">
        <RetryButton variant="primary" onRetry={onRetry} />
        {/* A plain link, so that the whole page is reloaded. */}
        <a href="/" className={buttonClass()}>
          Go to Home
        </a>
      </div>
    </div>
  );
}
