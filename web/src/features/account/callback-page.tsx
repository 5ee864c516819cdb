import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'react-redux';

import { failureTexts, signInErrorTexts, signInNoticeTexts } from '#contracts/shared/texts';
import { pathOf } from '#contracts/screens';

import { loadSession } from '../../lib/session-calls.ts';
import type { Store } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { accountApi } from './api.ts';

/** The delay in milliseconds before the session is read, so that the provider's response has set it by then. */
const readAfter = 100;

/** The return page of a provider's sign-in: establishes the session, then opens home. */
export function CallbackPage() {
  const store = useStore() as Store;
  const navigate = useNavigate();
  useEffect(() => {
    let left = false;
    const fragment = new URLSearchParams(window.location.hash.slice(1));
    tellOutcome(new URLSearchParams(window.location.search));
    const timer = setTimeout(() => {
      settleSession(store, fragment)
        .catch((error: unknown) => console.error('Sign-in did not complete', error))
        .finally(() => {
          if (!left) void navigate(pathOf('home'), { replace: true });
        });
    }, readAfter);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [store, navigate]);

  return (
    <div className="mx-auto grid min-h-[60vh] place-content-center justify-items-center gap-3 px-4 text-center">
      <h1 className="text-3xl">Completing sign in...</h1>
      <p className="text-soft">Please wait while we redirect you.</p>
    </div>
  );
}

/** Reports the sign-in's outcome from the codes in the address; an unknown code is only logged. */
function tellOutcome(query: URLSearchParams): void {
  const error = query.get('error');
  if (error !== null) {
    console.error('Sign-in failed', error);
    const text = textOf(signInErrorTexts, error);
    if (text !== undefined) toast({ title: failureTexts.provider.title, text, variant: 'destructive' });
  }
  const notice = textOf(signInNoticeTexts, query.get('notice') ?? '');
  if (notice !== undefined) toast({ title: notice, duration: 15_000 });
}

/** Anybody can write the code in the address, so inherited property names must not match. */
const textOf = (texts: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(texts, code) ? texts[code] : undefined;

/** Reads the session; if there is none, sets it from the tokens that the URL's fragment may contain. */
async function settleSession(store: Store, fragment: URLSearchParams): Promise<void> {
  await store.dispatch(loadSession());
  if (store.getState().session.token !== null) return;
  const accessToken = fragment.get('access_token');
  if (accessToken === null) return;
  const refreshToken = fragment.get('refresh_token') ?? '';
  await store.dispatch(accountApi.endpoints.setSession.initiate({ accessToken, refreshToken })).unwrap();
  await store.dispatch(loadSession());
}
