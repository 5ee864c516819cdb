import { Suspense } from 'react';

import { late } from '../../lib/late.ts';
import { useViewer } from '../../lib/session.ts';
import { useSignIn } from '../../lib/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { SunsetPanel } from '../parts/sunset-panel.tsx';

// Only signed-in people need them.
const AddButtons = late(() => import('./add-buttons.tsx').then((m) => m.AddButtons));

/** Invites people to add a place: opens the forms, or first the sign-in. */
export function AddContent() {
  const { status } = useViewer();
  const { signIn, pending } = useSignIn();
  return (
    <SunsetPanel
      title="You know a place like that"
      text="The corner where the sun comes through at six, the café with the morning window. Put it on the map for the next person with a camera."
    >
      {status === 'in' ? (
        <Suspense fallback={<span className="h-13" />}>
          <AddButtons />
        </Suspense>
      ) : (
        <Button
          variant="primary"
          size="large"
          pending={pending}
          disabled={status === 'loading'}
          onClick={signIn}
        >
          Sign in with Google
        </Button>
      )}
    </SunsetPanel>
  );
}
