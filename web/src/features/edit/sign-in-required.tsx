import { lazy, Suspense, useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/state.tsx';

const SignInDialog = lazy(() =>
  import('../account/sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })),
);

/** Stands in place of a form for somebody who is not signed in, and offers the way in. */
export function SignInRequired({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <EmptyState
        title="Sign In Required"
        text={text}
        action={
          <Button variant="primary" onClick={show}>
            Sign In
          </Button>
        }
      />
      {asked && (
        <Suspense fallback={null}>
          <SignInDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
