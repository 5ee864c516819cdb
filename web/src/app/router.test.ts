import { expect, it } from 'vitest';
import type { ComponentType } from 'react';

import { screens } from './router.tsx';

it('has a screen for each page, and a page for each screen', async () => {
  const shown = new Set<unknown>();
  for (const [name, { load }] of Object.entries(screens)) {
    const Screen = await load();
    expect(Screen, name).toBeTypeOf('function');
    shown.add(Screen);
  }
  const files = import.meta.glob<Record<string, ComponentType>>('../**/*-page.tsx');
  const pages = (await Promise.all(Object.values(files).map((load) => load()))).flatMap((module) =>
    Object.entries(module).filter(([name]) => name.endsWith('Page')),
  );
  expect(pages.length).toBeGreaterThan(10);
  for (const [name, page] of pages) if (name !== 'NotFoundPage') expect(shown.has(page), name).toBe(true);
});
