import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

import { brand } from '#contracts/initial';
import { categoryLabels } from '#contracts/location/words';

import { titleOf } from '../../lib/words.ts';

import { AddContent } from './add-content.tsx';
import { CitySection } from './city-section.tsx';
import { Hero } from './hero.tsx';
import { LocationSection } from './location-section.tsx';
import { StatsStrip } from './stats-strip.tsx';
import { useSearch, type Search } from './use-search.ts';
import { WhyChoose } from './why-choose.tsx';

export function HomePage() {
  const search = useSearch();
  useSectionOfAddress();
  return (
    <>
      <title>{titleFor(search)}</title>
      <Hero search={search} />
      <div className="page">
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

/** Each search has a title of its own. */
function titleFor({ active, text, category, light }: Search): string {
  if (!active) return `${brand.name} · ${brand.tagline}`;
  return titleOf(text || (category && categoryLabels[category]) || light || 'Search');
}

/** Scrolls to `#cities` or `#locations`, even if this screen loaded after the address changed. */
function useSectionOfAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
}
