import { Suspense, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { late } from '../../lib/late.ts';
import { onFirstInput } from '../../lib/on-first-input.ts';
import { isNotFound } from '../../lib/session-calls.ts';
import { AsRendered } from '../../ui/as-rendered.tsx';
import { Button } from '../../ui/button.tsx';
import { ScreenMessage } from '../../ui/screen-message.tsx';
import { useGetLocationQuery } from '../../features/location/api.ts';
import { LocationDialog } from './location-dialog.tsx';

const loadCity = () => import('../city/city-page.tsx').then((m) => m.CityView);
const CityView = import.meta.env.SSR ? await loadCity() : late(loadCity);

/** Whether Back leads to a page of this site. */
function canGoBack(): boolean {
  // Newer browsers know it for certain, even after a full page load.
  const { navigation } = window as { readonly navigation?: Navigation };
  if (navigation !== undefined) return navigation.canGoBack;
  // The router stores the entry's position in this tab's history there.
  const state: unknown = window.history.state;
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
  return typeof index === 'number' && index > 0;
}

/** A location at its own address: its dialog over the page of its city. */
export function LocationPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { currentData: location, error } = useGetLocationQuery(id);
  // The city's code is needed once the dialog is closed, which takes an input.
  useEffect(() => onFirstInput(loadCity), []);
  const home = location ? pathOf('city', location.cityId) : pathOf('home');
  const close = () => void (canGoBack() ? navigate(-1) : navigate(home, { replace: true }));
  // Replaces the entry with another page first, so that Forward does not reopen a deleted location.
  const leaveDeleted = async () => {
    await navigate(home, { replace: true });
    if (canGoBack()) await navigate(-1);
  };
  // Even if it existed a moment ago: somebody may have deleted it since.
  if (isNotFound(error))
    return (
      <ScreenMessage
        title="Location not found"
        text="It may have been removed, or the address may be incomplete."
        action={
          <Button variant="primary" onClick={close}>
            Go Back
          </Button>
        }
      />
    );
  return (
    <>
      {location && (
        <AsRendered key={location.cityId}>
          <Suspense>
            <CityView id={location.cityId} isBehind />
          </Suspense>
        </AsRendered>
      )}
      <LocationDialog
        key={id}
        id={id}
        cardPicture={null}
        isPage
        onClose={close}
        onDeleted={() => void leaveDeleted()}
      />
    </>
  );
}
