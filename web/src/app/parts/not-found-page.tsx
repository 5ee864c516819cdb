import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { titleOf } from '../../lib/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { LightArc } from '../../ui/light-arc.tsx';

interface NotFoundProps {
  readonly title: string;
  readonly text: string;
  /** The way on. */
  readonly action: ReactNode;
}

/** The screen of what is not there. */
export function NotFound({ title, text, action }: NotFoundProps) {
  return (
    <div className="page grid min-h-[60dvh] place-content-center justify-items-center gap-3 py-16 text-center">
      <title>{titleOf(title)}</title>
      <LightArc time="Night" size={112} className="mb-4" />
      <h1 className="text-4xl">{title}</h1>
      <p className="text-soft">{text}</p>
      <div className="mt-5">{action}</div>
    </div>
  );
}

/** For any path that is not a screen. */
export function NotFoundPage() {
  return (
    <NotFound
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
      action={
        <Link to={pathOf('home')} className={buttonClass({ variant: 'primary' })}>
          Go to Home
        </Link>
      }
    />
  );
}
