import { useId, type ReactNode } from 'react';

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
      className="section relative isolate overflow-hidden rounded-lg bg-[#231d33] text-white"
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
      <defs>
        <linearGradient id="dusk" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#1f1a30" />
          <stop offset=".55" stopColor="#4a2c4a" />
          <stop offset="1" stopColor="#c05a34" />
        </linearGradient>
        <radialGradient id="dusk-glow" cx="930" cy="290" r="420" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="#ffc07a" stopOpacity=".85" />
          <stop offset="1" stopColor="#ffc07a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path fill="url(#dusk)" d="M0 0h1200v420H0z" />
      <path fill="url(#dusk-glow)" d="M0 0h1200v420H0z" />
      <circle cx="930" cy="262" r="64" fill="#ffd9a0" />
      <path
        fill="#7d3d45"
        d="M300 420c130-20 240-84 340-104 70-14 130 2 190 20 90 26 170 4 250-30 50-20 90-22 120-14v128z"
      />
      <path fill="#4d2a40" d="M380 420c150-20 250-66 360-66s180 22 280 12 130-34 180-46v100z" />
      <path fill="#241c31" d="M320 420c200-10 340-36 470-30 150 8 270 2 410-30v60z" />
    </svg>
  );
}
