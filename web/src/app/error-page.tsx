import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';

import { Button, buttonClass } from '../ui/button.tsx';
import { LightArc } from '../ui/light-arc.tsx';

/** Shown when a screen fails to render or its code fails to load: says so, and offers ways on. */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main className="page grid min-h-dvh place-content-center justify-items-center gap-3 py-16 text-center">
      <LightArc time="Night" size={112} className="mb-4" />
      <h1 className="text-4xl">This page could not be shown</h1>
      <p className="max-w-md text-soft">
        Something went wrong on our side, or the connection was lost while the page was loading. Your entries
        on the server are safe.
      </p>
      <div className="mt-5 flex gap-3">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
        {/* A plain link, so that the whole page is reloaded. */}
        <a href="/" className={buttonClass()}>
          Go to Home
        </a>
      </div>
    </main>
  );
}
