import { MapPinPlus, Plus } from 'lucide-react';
import { useState } from 'react';

import { useViewer } from '../../lib/session.ts';
import { useSignIn } from '../../lib/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { SunsetPanel } from '../parts/sunset-panel.tsx';

const AddCityDialog = deferred(() =>
  import('../../features/city/add-city-dialog.tsx').then((m) => m.AddCityDialog),
);
const AddLocationDialog = deferred(() =>
  import('../parts/add-location-dialog.tsx').then((m) => m.AddLocationDialog),
);

/** Invites people to add a place: opens the forms, or first the sign-in. */
export function AddContent() {
  const { status } = useViewer();
  const { signIn, pending } = useSignIn();
  const [city, setCity] = useState(false);
  const [location, setLocation] = useState(false);
  return (
    <>
      <SunsetPanel
        title="You know a place like that"
        text="The corner where the sun comes through at six, the café with the morning window. Put it on the map for the next person with a camera."
      >
        {status === 'in' ? (
          <>
            <Button variant="primary" size="large" onClick={() => setLocation(true)}>
              <MapPinPlus size={18} aria-hidden /> Add Location
            </Button>
            <Button size="large" onClick={() => setCity(true)}>
              <Plus size={18} aria-hidden /> Add City
            </Button>
          </>
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
      <AddCityDialog open={city} onOpenChange={setCity} />
      <AddLocationDialog open={location} onOpenChange={setLocation} />
    </>
  );
}
