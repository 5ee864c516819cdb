import { Link } from 'react-router-dom';

import { brand } from '#contracts/initial';
import { homeParts, pathOf } from '#contracts/screens';

import { useViewer } from '../../lib/session.ts';
import { Brand } from './brand.tsx';

const link = 'rounded-sm py-1 text-md text-soft transition-colors duration-150 hover:text-ink';

const links = [
  [homeParts.cities, 'Cities'],
  [pathOf('landing'), `About ${brand.name}`],
  [homeParts.locations, 'Locations'],
  [homeParts.all, 'All places'],
  [pathOf('map'), 'Map'],
  [pathOf('privacy'), 'Privacy'],
  [pathOf('terms'), 'Terms'],
] as const;
const own = [[pathOf('submissions'), 'My submissions']] as const;

export function Footer() {
  const { status } = useViewer();
  return (
    <footer className="mt-20 border-t border-line bg-sunk/50">
      <div className="page flex flex-wrap items-start justify-between gap-x-16 gap-y-8 py-12">
        <div className="max-w-sm">
          <Brand />
          <p className="mt-3 text-md text-soft">
            {brand.tagline} Written by people who stood there with a camera and waited.
          </p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-16 gap-y-1">
          {[...links, ...(status === 'in' ? own : [])].map(([to, text]) => (
            <Link key={to} to={to} className={link}>
              {text}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
