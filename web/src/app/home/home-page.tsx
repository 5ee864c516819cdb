import { useEffect, Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

import { brand } from '#contracts/initial';
import { cityLocations, homeCities, pageIn } from '#contracts/page-sizes';

import { late } from '../../lib/late.ts';
import { useViewer } from '../../lib/session.ts';
import { useSignIn } from '../../lib/sign-in.ts';
import { titleOf } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { SunsetPanel } from '../parts/sunset-panel.tsx';
import { CitySection } from './city-section.tsx';
import { Hero } from './hero.tsx';
import { LocationSection } from './location-section.tsx';
import { StatsStrip } from './stats-strip.tsx';
import { filterNames } from '../search/place-filters.tsx';
import { useSearch, type Search } from '../search/use-search.ts';
import { WhyChoose } from './why-choose.tsx';

export function HomePage() {
  const search = useSearch();
  const [params] = useSearchParams();
  const page = pageIn(params, search.active ? cityLocations : homeCities) ?? 1;
  useSectionOfAddress();
  return (
    <>
      <title>{titleFor(search, page)}</title>
      <Hero search={search} />
      <div className="page">
        {!search.active && <TonightButton />}
        {/* A chosen hour or category looks for places, so places come first; a typed text may name a city. */}
        {search.active && search.text === '' ? (
          <>
            <LocationSection key="locations" search={search} />
            <CitySection key="cities" search={search} />
          </>
        ) : (
          <>
            <CitySection key="cities" search={search} />
            <LocationSection key="locations" search={search} />
          </>
        )}
        <WhyChoose />
        <AddContent />
        <StatsStrip />
      </div>
    </>
  );
}

/** The page title; each search has its own. */
function titleFor(search: Search, page: number): string {
  const of = page === 1 ? [] : [`page ${page}`];
  if (!search.active)
    return page === 1 ? `${brand.name} · ${brand.tagline}` : titleOf(['Cities', ...of].join(', '));
  const { text } = search;
  const what = [...(text === '' ? [] : [text]), ...filterNames(search)];
  return titleOf([...(what.length > 0 ? what : ['All places']), ...of].join(', '));
}

/** Scrolls to `#cities` or `#locations`, even if this screen loaded after the address changed. */
function useSectionOfAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
}

const Tonight = late(() => import('./tonight.tsx').then((m) => m.Tonight));

/** Offers tonight's golden hour at the visitor's position; asks for the position only on a press. */
function TonightButton() {
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

// Only signed-in people need the code of the forms' buttons.
const AddButtons = late(() => import('./add-buttons.tsx').then((m) => m.AddButtons));

/** Invites people to add a place: opens the forms, or the sign-in first. */
function AddContent() {
  const { status } = useViewer();
  const { signIn, pending } = useSignIn();
  // An open form stays open when its session ends.
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
