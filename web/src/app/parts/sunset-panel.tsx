import { useId, type ReactNode } from 'react';

import horizon from './horizon.svg';

interface SunsetPanelProps {
  readonly title: string;
  readonly text: string;
  /** The buttons. */
  readonly children: ReactNode;
}

/** An invitation in front of a sunset. */
export function SunsetPanel({ title, text, children }: SunsetPanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="section relative isolate overflow-hidden rounded-lg bg-[#231d33] text-white print:hidden"
    >
      <Horizon />
      <div className="max-w-xl px-6 pt-10 pb-48 sm:px-12 lg:py-16">
        <h2 id={id} className="text-[1.75rem] leading-tight sm:text-4xl">
          {title}
        </h2>
        <p className="mt-3 text-lg text-white/85">{text}</p>
        <div className="mt-7 flex flex-wrap gap-3">{children}</div>
      </div>
    </section>
  );
}

/** A sun setting behind hills, at the right edge. */
function Horizon() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1200 420"
      preserveAspectRatio="xMaxYMax slice"
      // Shifted on narrow screens, where the sun would be behind the buttons.
      className="absolute inset-0 -z-1 size-full max-lg:overflow-visible max-sm:translate-x-[85%] sm:max-lg:translate-x-[12%]"
    >
      {/* A separate file: inside the script it would delay the first paint. */}
      <image href={horizon} width="1200" height="420" />
    </svg>
  );
}
