import { Suspense, useState } from 'react';

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
  // A form that is open stays open when its session ends.
  const [wasIn, setWasIn] = useState(false);
  if (status === 'in' && !wasIn) setWasIn(true);
  return (
    <SunsetPanel
      title="You know a place like that"
      text="The corner where the sun comes through at six, the café with the morning window. Put it on the map for the next person with a camera."
    >
      {wasIn && (
        <Suspense fallback={<span className="h-13" />}>
          <AddButtons isShown={status === 'in'} />
        </Suspense>
      )}
      {status !== 'in' && (
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
