import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { createWorld, following, hold, type World } from './world.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('a page that has just been opened', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Every read of the API that the page makes from now on. */
  const readsOf = (page: Page): string[] => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname + search);
    });
    return asked;
  };

  it.each([
    ['/', null],
    ['/landing', null],
    ['/city', null],
    ['/location', null],
    ['/', 'user'],
    ['/submissions', 'user'],
    ['/admin', 'admin'],
  ] as const)('%s asks for each list once, also when its socket opens (%s)', async (path, as) => {
    const before: { asked?: string[]; begun?: Promise<void> } = {};
    const ids: Partial<Record<string, string>> = {
      '/city': `/city/${world.city.id}`,
      '/location': `/location/${world.bridge.id}`,
    };
    await using visitor = await world.open(ids[path] ?? path, {
      ...(as ? { as: world[as] } : {}),
      prepare: async (page) => {
        before.asked = readsOf(page);
        before.begun = following(page);
      },
    });
    await before.begun;
    // Whatever the socket's first moment would have asked for follows within this time on the page's own clock.
    await visitor.page.evaluate('new Promise((done) => setTimeout(done, 200))');
    await visitor.page.waitForLoadState('networkidle');
    const asked = before.asked ?? [];
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it('shows what was published between its answers and its socket', async () => {
    const gate: { release?: () => void } = {};
    await using visitor = await world.open('/', {
      fresh: true,
      prepare: async (page) => {
        // The code of the socket comes late.
        gate.release = (await hold(page, /\/assets\/live-[^/]+\.js$/)).release;
      },
    });
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Görlitz' }).waitFor();
    await world.admin.city('Ahead of the socket');
    expect(await page.getByRole('heading', { name: 'Ahead of the socket' }).count()).toBe(0);
    gate.release?.();
    await page.getByRole('heading', { name: 'Ahead of the socket' }).waitFor();
  });
});
