import { lazy, Suspense } from 'react';

import { keepLoading } from '../../lib/ask-again.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Skeleton } from '../../ui/loading.tsx';
import type { PlaceLightProps } from './place-light.tsx';

const PlaceLight = lazy(() =>
  keepLoading(() => import('./place-light.tsx')).then((m) => ({ default: m.PlaceLight })),
);
const CityLight = lazy(() =>
  keepLoading(() => import('./city-light.tsx')).then((m) => ({ default: m.CityLight })),
);

interface Shown {
  readonly status: string;
  readonly timeZone: string | null;
}

/** The light at a public place, and the way there. Loaded after the page: what it says depends on the moment. */
export function LightPart({ place }: { readonly place: PlaceLightProps['place'] & Shown }) {
  const isHydrated = useHydrated();
  if (place.timeZone === null || place.status !== 'approved') return null;
  const waiting = <Skeleton className="h-80 w-full" />;
  return (
    <section>
      <h3 className="mb-3 text-xl">The light here</h3>
      {isHydrated ? (
        <Suspense fallback={waiting}>
          <PlaceLight key={place.id} place={place} />
        </Suspense>
      ) : (
        waiting
      )}
    </section>
  );
}

/** Today's light in a public city, in one line that keeps its height while it loads. */
export function CityLightLine({
  city: { id, timeZone, status },
}: {
  readonly city: Shown & { readonly id: string };
}) {
  const isHydrated = useHydrated();
  if (timeZone === null || status !== 'approved') return null;
  return (
    <p data-light="city" className="mt-1 min-h-6 text-md text-white/90">
      {isHydrated && (
        <Suspense fallback={null}>
          <CityLight key={id} id={id} />
        </Suspense>
      )}
    </p>
  );
}
