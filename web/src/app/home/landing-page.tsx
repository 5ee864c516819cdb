import { ArrowDown, Check } from 'lucide-react';
import { Link } from 'react-router-dom';

import type { City } from '#contracts/city/views';
import { brand, initialFailureTexts } from '#contracts/initial';
import { landingMost } from '#contracts/page-sizes';
import { pathOf } from '#contracts/screens';
import { providerLabels, providers } from '#contracts/shared/providers';

import { useSignIn } from '../../lib/sign-in.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { scrollBehavior } from '../../ui/scrolling.ts';
import { EmptyState } from '../../ui/state.tsx';
import { useListCitiesQuery } from '../../features/city/api.ts';
import { useListTrendingQuery } from '../../features/location/api.ts';
import { LocationGrid } from '../parts/location-grid.tsx';
import { SunsetPanel } from '../parts/sunset-panel.tsx';
import { WhyChoose } from './why-choose.tsx';

/** The marketing page. */
export function LandingPage() {
  return (
    <>
      <title>{`About ${brand.name} · ${brand.tagline}`}</title>
      <LandingHero />
      <div className="page">
        <PopularCities />
        <TrendingLocations />
        <WhyChoose>
          <Checklist />
        </WhyChoose>
        <Closing />
      </div>
    </>
  );
}

function PopularCities() {
  const response = useListCitiesQuery({ limit: landingMost });
  const cities = response.currentData?.items.slice(0, landingMost);
  return (
    <section id="popular-cities" aria-labelledby="cities-title" className="section">
      <h2 id="cities-title" tabIndex={-1} className="mb-6 text-3xl outline-none">
        Popular Cities
      </h2>
      <Listed response={response} failure="The cities could not be loaded">
        {cities?.length === 0 ? (
          <EmptyState title="No cities yet" text="The first one could be yours: sign in and add it." />
        ) : (
          <ul
            aria-busy={cities === undefined}
            className="grid grid-cols-2 gap-x-4 gap-y-7 sm:gap-x-6 lg:grid-cols-3"
          >
            {cities?.map((city) => (
              <li key={city.id}>
                <CityCard city={city} />
              </li>
            )) ??
              Array.from({ length: landingMost }, (_, index) => (
                <li key={index}>
                  <Skeleton className="aspect-[3/2] rounded-lg!" />
                  <Skeleton className="mt-3 h-6 w-3/5" />
                  <Skeleton className="mt-2 h-4 w-2/5" />
                </li>
              ))}
          </ul>
        )}
      </Listed>
    </section>
  );
}

function TrendingLocations() {
  const response = useListTrendingQuery({ limit: landingMost });
  return (
    <section aria-labelledby="trending-title" className="section">
      <h2 id="trending-title" className="mb-6 text-3xl">
        Trending Locations
      </h2>
      <Listed response={response} failure={initialFailureTexts.fetchLocations}>
        <LocationGrid
          locations={response.currentData?.items.slice(0, landingMost)}
          skeletons={landingMost}
          withStock
          empty={<EmptyState title="Nothing is trending yet" />}
        />
      </Listed>
    </section>
  );
}

function LandingHero() {
  const { signInWith, pending } = useSignIn();
  const toCities = () => {
    document.getElementById('cities-title')?.focus({ preventScroll: true });
    document.getElementById('popular-cities')?.scrollIntoView({ behavior: scrollBehavior() });
  };
  return (
    <section className="relative isolate flex min-h-[78dvh] items-end overflow-hidden bg-night">
      <div className="light-of-hour absolute inset-0 -z-2 bg-position-[68%_100%] max-sm:bg-position-[64%_100%]" />
      <div className="absolute inset-0 -z-1 bg-linear-to-b from-black/15 via-black/56 via-28% to-black/25 sm:bg-linear-to-r sm:from-black/55 sm:via-black/28 sm:via-50% sm:to-transparent sm:to-75%" />
      <div className="absolute inset-x-0 bottom-0 -z-1 h-3/4 bg-linear-to-t from-black/60 to-transparent" />
      <div className="page pt-28 pb-12 text-white sm:pb-14">
        <h1 className="max-w-[8em] text-hero [text-shadow:0_1px_24px_rgb(0_0_0/0.35)]">
          The best light has an address.
        </h1>
        <p className="mt-4 max-w-xl text-lg [text-shadow:0_1px_12px_rgb(0_0_0/0.5)]">
          {brand.name} is a field guide to photogenic places: curated spots in cities everywhere, with photo
          galleries, ratings from people who were there, and the hour to come.
        </p>
        <div className="mt-7 flex flex-wrap gap-3 max-sm:flex-col">
          <Button variant="primary" size="large" onClick={toCities}>
            Explore Locations <ArrowDown size={18} aria-hidden />
          </Button>
          {/* In one group, so that no button is alone on a line. */}
          <div className="flex flex-wrap gap-3 max-sm:flex-col">
            {providers.map((provider) => (
              <Button
                key={provider}
                size="large"
                aria-disabled={pending || undefined}
                className="border-white/60! bg-black/30! text-white! backdrop-blur-sm hover:bg-black/50! focus-visible:outline-white"
                onClick={() => signInWith(provider)}
              >
                Sign in with {providerLabels[provider]}
              </Button>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

function CityCard({ city }: { readonly city: City }) {
  return (
    <article className="group relative">
      <div className="aspect-[3/2] overflow-hidden rounded-lg bg-sunk">
        <Picture
          src={city.imageUrl}
          srcSet={city.imageSrcset}
          sizes="(min-width: 1024px) 380px, 50vw"
          alt=""
          width={600}
          height={400}
        />
      </div>
      <span className="absolute top-3 left-3">
        <Badge tone="solid">{city.locationCount} spots</Badge>
      </span>
      <h3 className="mt-3 text-xl wrap-anywhere">
        <Link
          to={pathOf('city', city.id)}
          className="whole-card-link whole-card-focus underline-offset-4 group-hover:underline"
        >
          {city.name}
        </Link>
      </h3>
      <p className="text-md text-soft wrap-anywhere">{city.country}</p>
    </article>
  );
}

function Closing() {
  const { signInWith, pending } = useSignIn();
  return (
    <SunsetPanel
      title="Come and show yours"
      text="Sign in to add places, share photos and keep the ones you want to see."
    >
      <Button
        variant="primary"
        size="large"
        aria-disabled={pending || undefined}
        onClick={() => signInWith('google')}
      >
        Sign in with Google
      </Button>
      <Button size="large" aria-disabled={pending || undefined} onClick={() => signInWith('github')}>
        Sign in with GitHub
      </Button>
    </SunsetPanel>
  );
}

const checklist = [
  'Photo galleries for every place',
  'Search by city, name, description and address',
  'Filters for category, rating and location type',
  'Ratings from the community',
] as const;

const Checklist = () => (
  <ul className="mt-10 grid gap-3 sm:grid-cols-2">
    {checklist.map((item) => (
      <li key={item} className="flex items-center gap-3">
        <Check size={18} aria-hidden className="shrink-0 text-ok" />
        {item}
      </li>
    ))}
  </ul>
);
