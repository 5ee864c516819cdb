import { Link } from 'react-router-dom';

import { brand } from '#contracts/initial';
import { pathOf } from '#contracts/screens';

/** The product's name beside its logo, a setting sun. */
export function Brand({ onClick }: { readonly onClick?: () => void }) {
  return (
    <Link
      to={pathOf('home')}
      onClick={onClick}
      className="group flex items-center gap-2.5 max-sm:gap-1.5 rounded-sm font-display text-2xl font-semibold tracking-tight"
    >
      <svg aria-hidden width="26" height="26" viewBox="0 0 32 32" className="shrink-0">
        <defs>
          <linearGradient id="brand-sun" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#ffd08a" />
            <stop offset="1" stopColor="#d0582a" />
          </linearGradient>
        </defs>
        <circle cx="16" cy="16" r="14" fill="url(#brand-sun)" />
        <path d="M3 18.6h26M5 22.6h22M9 26.4h14" stroke="var(--paper)" strokeOpacity=".8" strokeWidth="1.7" />
      </svg>
      {/* The header of the narrowest phones has no room for it. */}
      <span className="in-[header]:@max-[22.5em]:sr-only">{brand.name}</span>
    </Link>
  );
}
