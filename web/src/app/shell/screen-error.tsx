import { useCallback, useEffect, useState, type ComponentType } from 'react';

import { pathOf } from '#contracts/screens';

import { askLater, forget } from '../../lib/ask-again.ts';
import { titleOf } from '../../lib/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { LightArc } from '../../ui/light-arc.tsx';
import { RetryButton } from '../../ui/state.tsx';

type Load = () => Promise<ComponentType>;

interface ScreenErrorProps {
  readonly error: unknown;
  /** Loads the screen's code; without it, the frame of all screens failed. */
  readonly load: Load | undefined;
}

/** Says that a screen could not be shown. */
export function ScreenError({ error, load }: ScreenErrorProps) {
  useEffect(() => console.error(error), [error]);
  if (load !== undefined) return <FailedScreen load={load} />;
  return (
    <main>
      <ErrorPage onRetry={async () => window.location.reload()} />
    </main>
  );
}

/**
 * The error page inside the frame for a screen that failed. React caches a failed `lazy` for ever, so this loads
 * the screen's code itself: at once, since the person may have returned to it, then when the connection returns or by
 * the button.
 */
function FailedScreen({ load }: { readonly load: Load }) {
  const [Screen, setScreen] = useState<ComponentType | null>(null);
  const [failures, setFailures] = useState(0);
  const ask = useCallback(
    () =>
      load().then(
        (loaded) => {
          setScreen(() => loaded);
          return true;
        },
        async () => {
          if (await isReplaced()) window.location.reload();
          else setFailures((count) => count + 1);
          return false;
        },
      ),
    [load],
  );
  useEffect(() => void ask(), [ask]);
  useEffect(() => {
    if (failures === 0) return;
    askLater(load, () => void ask(), { isShown: true });
    return () => forget(load);
  }, [ask, failures, load]);
  if (Screen !== null) return <Screen />;
  return failures > 0 ? <ErrorPage onRetry={ask} /> : <div className="min-h-dvh" aria-busy />;
}

/**
 * Whether the server runs another release by now: it then has neither this page's script nor, perhaps, the screen's.
 */
async function isReplaced(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (script === null) return false;
  // The service worker does not answer `HEAD`.
  return fetch(script.src, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );
}

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
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <RetryButton variant="primary" onRetry={onRetry} />
        {/* A plain link, so that the whole page is reloaded. */}
        <a href={pathOf('home')} className={buttonClass()}>
          Go to Home
        </a>
      </div>
    </div>
  );
}
