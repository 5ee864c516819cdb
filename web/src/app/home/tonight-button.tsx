import { Suspense, useState } from 'react';

import { late } from '../../lib/late.ts';
import { Button } from '../../ui/button.tsx';

const Tonight = late(() => import('./tonight.tsx').then((m) => m.Tonight));

/** Asks for tonight's golden hour where the visitor is, and only then for the position. */
export function TonightButton() {
  const [asked, setAsked] = useState(0);
  return (
    <section aria-label="Tonight" className="mt-8">
      <Button onClick={() => setAsked(asked + 1)}>Tonight’s golden hour near me</Button>
      {asked > 0 && (
        <Suspense>
          <Tonight key={asked} />
        </Suspense>
      )}
    </section>
  );
}
