import { Link } from 'react-router-dom';

import { buttonClass } from '../ui/button.tsx';
import { LightArc } from '../ui/light-arc.tsx';
import { titleOf } from '../ui/words.ts';

/** For any path that is not a screen. */
export function NotFoundPage() {
  return (
    <div className="page grid min-h-[60dvh] place-content-center justify-items-center gap-3 py-16 text-center">
      <title>{titleOf('404 Page Not Found')}</title>
      <LightArc time="Night" size={112} className="mb-4" />
      <h1 className="text-4xl">404 Page Not Found</h1>
      <p className="text-soft">Did you forget to add the page to the router?</p>
      <Link to="/" className={`${buttonClass({ variant: 'primary' })} mt-5`}>
        Go to Home
      </Link>
    </div>
  );
}
