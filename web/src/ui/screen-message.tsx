import type { ReactNode } from 'react';

import { titleOf } from '../lib/words.ts';
import { LightArc } from './light-arc.tsx';

interface ScreenMessageProps {
  readonly title: string;
  readonly text: ReactNode;
  /** A link or button that leads on. */
  readonly action: ReactNode;
}

/** A screen with one message: the page does not exist, or the person may not open it. */
export const ScreenMessage = ({ title, text, action }: ScreenMessageProps) => (
  <div className="page grid min-h-[60dvh] place-content-center justify-items-center gap-3 py-16 text-center">
    <title>{titleOf(title)}</title>
    <LightArc time="Night" size={112} className="mb-4" />
    <h1 className="text-4xl">{title}</h1>
    <div className="max-w-lg text-soft wrap-anywhere">{text}</div>
    <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>
  </div>
);
