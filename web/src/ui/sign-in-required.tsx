import { useOpenSignIn } from '../lib/sign-in.ts';
import { Button } from './button.tsx';
import { EmptyState } from './state.tsx';

/** Replaces a form for somebody who is not signed in, and offers to sign in. */
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
