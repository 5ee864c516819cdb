import { Fragment, useState, type ReactNode } from 'react';

import { useFormOwner } from '../lib/form/use-form-owner.ts';
import { useViewer } from '../lib/session.ts';
import { useOpenSignIn } from '../lib/sign-in.ts';
import { Button } from './button.tsx';
import { EmptyState } from './state.tsx';

interface SignedInFormProps {
  /** The text for visitors. */
  readonly required: string;
  readonly children: ReactNode;
}

/**
 * A form for signed-in people. Once shown it stays, even if the session ends: it then asks for a sign-in itself. If
 * another person signs in, it starts afresh.
 */
export function SignedInForm({ required, children }: SignedInFormProps) {
  const { status } = useViewer();
  const { turn } = useFormOwner();
  const mayWrite = useHasBeenTrue(status === 'in') || status === 'loading';
  return mayWrite ? <Fragment key={turn}>{children}</Fragment> : <SignInRequired text={required} />;
}

/** Shown instead of a form to visitors; offers to sign in. */
export function SignInRequired({ text }: { readonly text: string }) {
  const openSignIn = useOpenSignIn();
  return (
    <EmptyState
      title="Sign In Required"
      text={text}
      action={
        <Button variant="primary" onClick={openSignIn}>
          Sign In
        </Button>
      }
    />
  );
}

/**
 * Whether `now` has ever been true: a dialog that was opened once stays mounted, so that its closing animation can run.
 */
function useHasBeenTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
