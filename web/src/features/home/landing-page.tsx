import { ArrowDown } from 'lucide-react';
import { Link } from 'react-router-dom';

import { brand } from '#contracts/texts';
import type { City } from '#contracts/views/city';

import { useSignIn } from '../../app/sign-in.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { scrollBehavior } from '../../ui/motion.ts';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useListCitiesQuery } from '../city/api.ts';
import { useListTrendingQuery } from '../location/api.ts';
import { LocationGrid } from '../location/location-grid.tsx';
import { heroPicture } from './hero-picture.ts';
import { WhyChoose } from './why-choose.tsx';

// The specification's numbers.
const most = 6;

/** The marketing page. */
export function LandingPage() {
  const { currentData: cities } = useListCitiesQuery({ limit: most });
  const { currentData: trending } = useListTrendingQuery({ limit: most });
  return (
    <>
      <title>{`About ${brand.name} · ${brand.tagline}`}</title>
      <LandingHero />
      <div className="page">
        <section id="popular-cities" aria-labelledby="cities-title" className="section">
          <h2 id="cities-title" className="mb-6 text-3xl">
            Popular Cities
          </h2>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-7 lg:grid-cols-3">
            {cities?.items.slice(0, most).map((city) => (
              <li key={city.id}>
                <CityCard city={city} />
              </li>
            )) ??
              Array.from({ length: most }, (_, index) => (
                <li key={index}>
                  <Skeleton className="aspect-[3/2]" />
                </li>
              ))}
          </ul>
        </section>
        <section aria-labelledby="trending-title" className="section">
          <h2 id="trending-title" className="mb-6 text-3xl">
            Trending Locations
          </h2>
          <LocationGrid
            locations={trending?.items.slice(0, most)}
            skeletons={most}
            empty={<EmptyState title="Nothing is trending yet" />}
          />
        </section>
        <WhyChoose withChecklist />
        <Closing />
      </div>
    </>
  );
}

function LandingHero() {
  const { signInWith, pending } = useSignIn();
  const toCities = () =>
    document.getElementById('popular-cities')?.scrollIntoView({ behavior: scrollBehavior() });
  return (
    <section className="relative isolate flex min-h-[78dvh] items-end overflow-hidden bg-[#2a2440]">
      <img
        src={heroPicture(new Date().getHours())}
        alt=""
        width={1600}
        height={900}
        fetchPriority="high"
        className="absolute inset-0 -z-2 size-full object-cover object-[68%_100%]"
      />
      <div className="absolute inset-0 -z-1 bg-linear-to-t from-black/75 via-black/35 to-black/5" />
      <div className="page py-14 text-white">
        <h1 className="max-w-[12ch] text-hero">The best light has an address.</h1>
        <p className="mt-4 max-w-xl text-lg">
          {brand.name} is a field guide to photogenic places: curated spots in cities everywhere, with photo
          galleries, ratings from people who were there, and the hour to come.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <Button variant="primary" size="large" onClick={toCities}>
            Explore Locations <ArrowDown size={18} aria-hidden />
          </Button>
          <Button size="large" disabled={pending} onClick={() => signInWith('google')}>
            Sign in with Google
          </Button>
          <Button size="large" disabled={pending} onClick={() => signInWith('github')}>
            Sign in with GitHub
          </Button>
          <Button size="large" disabled={pending} onClick={() => signInWith('discord')}>
            Sign in with Discord
          </Button>
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
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-xl">
          <Link to={`/city/${city.id}`} className="whole-card-link underline-offset-4 group-hover:underline">
            {city.name}
          </Link>
        </h3>
        <Badge>{city.locationCount} spots</Badge>
      </div>
      <p className="text-md text-soft">{city.country}</p>
    </article>
  );
}

function Closing() {
  const { signInWith, pending } = useSignIn();
  return (
    <section
      aria-labelledby="closing"
      className="section grid justify-items-center gap-3 rounded-lg bg-sunk px-6 py-14 text-center"
    >
      <h2 id="closing" className="text-3xl">
        Come and show yours
      </h2>
      <p className="max-w-md text-soft">
        Sign in to add places, share photos and keep the ones you want to see.
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button variant="primary" size="large" disabled={pending} onClick={() => signInWith('google')}>
          Sign in with Google
        </Button>
        <Button size="large" disabled={pending} onClick={() => signInWith('github')}>
          Sign in with GitHub
        </Button>
      </div>
    </section>
  );
}
