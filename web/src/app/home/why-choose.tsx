import type { ReactNode } from 'react';

import { brand } from '#contracts/initial';

import { LightArc } from '../../ui/light-arc.tsx';

const reasons = [
  {
    time: 'Morning (6-11 AM)',
    title: 'Curated spots',
    text: 'Every place is looked at by a person before it appears. What is here is worth the walk.',
  },
  {
    time: 'Afternoon (12-5 PM)',
    title: 'Global coverage',
    text: 'City by city, and any city: if yours is missing, its first page can be your doing.',
  },
  {
    time: 'Evening (6-8 PM)',
    title: 'A community',
    text: 'Photos, ratings and the right hour come from people who went there, and went back.',
  },
] as const;

/** `children`: shown below the reasons. */
export function WhyChoose({ children }: { readonly children?: ReactNode }) {
  return (
    <section aria-labelledby="why" className="section">
      <h2 id="why" className="mb-8 text-[1.75rem] leading-tight sm:text-3xl">
        Why Choose {brand.name}
      </h2>
      <ul className="grid gap-x-12 gap-y-9 md:grid-cols-3">
        {reasons.map(({ time, title, text }) => (
          <li key={title} className="border-t border-line pt-6">
            <LightArc time={time} size={56} />
            <h3 className="mt-4 text-xl">{title}</h3>
            <p className="mt-2 text-md text-soft">{text}</p>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
