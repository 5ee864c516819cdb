import { useOpenSignIn } from '../../app/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/state.tsx';

/** Stands in place of a form for somebody who is not signed in, and offers the way in. */
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
