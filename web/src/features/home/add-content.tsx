import { MapPinPlus, Plus } from 'lucide-react';
import { useState } from 'react';

import { useViewer } from '../../app/session.ts';
import { useSignIn } from '../../app/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';

const AddCityDialog = deferred(() => import('../edit/add-city-dialog.tsx').then((m) => m.AddCityDialog));
const AddLocationDialog = deferred(() =>
  import('../edit/add-location-dialog.tsx').then((m) => m.AddLocationDialog),
);

/** The way in for people who know a place: the forms, or first the sign-in. */
export function AddContent() {
  const { status } = useViewer();
  const { signIn, pending } = useSignIn();
  const [city, setCity] = useState(false);
  const [location, setLocation] = useState(false);
  return (
    <section
      aria-labelledby="add"
      className="section relative isolate overflow-hidden rounded-lg bg-[#231d33] text-white"
    >
      <Horizon />
      <div className="max-w-xl px-6 pt-10 pb-48 sm:px-12 lg:py-16">
        <h2 id="add" className="text-[1.75rem] leading-tight sm:text-4xl">
          You know a place like that
        </h2>
        <p className="mt-3 text-lg text-white/85">
          The corner where the sun comes through at six, the café with the morning window. Put it on the map
          for the next person with a camera.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
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
        </div>
      </div>
      <AddCityDialog open={city} onOpenChange={setCity} />
      <AddLocationDialog open={location} onOpenChange={setLocation} />
    </section>
  );
}

/** A sun going down behind hills, at the right edge. */
function Horizon() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1200 420"
      preserveAspectRatio="xMaxYMax slice"
      className="absolute inset-0 -z-1 size-full"
    >
      <defs>
        <linearGradient id="dusk" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#1f1a30" />
          <stop offset=".55" stopColor="#4a2c4a" />
          <stop offset="1" stopColor="#c05a34" />
        </linearGradient>
        <radialGradient id="dusk-glow" cx="930" cy="290" r="420" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="#ffc07a" stopOpacity=".85" />
          <stop offset="1" stopColor="#ffc07a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path fill="url(#dusk)" d="M0 0h1200v420H0z" />
      <path fill="url(#dusk-glow)" d="M0 0h1200v420H0z" />
      <circle cx="930" cy="262" r="64" fill="#ffd9a0" />
      <path
        fill="#7d3d45"
        d="M300 420c130-20 240-84 340-104 70-14 130 2 190 20 90 26 170 4 250-30 50-20 90-22 120-14v128z"
      />
      <path fill="#4d2a40" d="M380 420c150-20 250-66 360-66s180 22 280 12 130-34 180-46v100z" />
      <path fill="#241c31" d="M320 420c200-10 340-36 470-30 150 8 270 2 410-30v60z" />
    </svg>
  );
}
