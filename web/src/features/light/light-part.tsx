import { Suspense } from 'react';

import { late } from '../../lib/late.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import type { LightShownProps } from './light-shown.tsx';

const LightShown = late(() => import('./light-shown.tsx').then((m) => m.LightShown));

/** The light at a place, or in a city, in room that is kept for it. Loaded after the page: it depends on the moment. */
export function LightPart(props: LightShownProps & { readonly className: string }) {
  const isHydrated = useHydrated();
  return (
    <div className={props.className}>
      <Suspense>{isHydrated && <LightShown {...props} />}</Suspense>
    </div>
  );
}
