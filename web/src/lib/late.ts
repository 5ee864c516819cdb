import { lazy, type ComponentType } from 'react';

import { keepLoading } from './ask-again.ts';

/** A part of a page that loads when it is first rendered, under a `Suspense`. */
export const late = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await keepLoading(load) }));
