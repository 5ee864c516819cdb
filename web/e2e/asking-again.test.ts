import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { createWorld, following, offlineLine, refuse, seeAll, type World } from './world.ts';

const chromium = findBrowser();

/** Counts the page's requests by path. */
function countRequests(page: Page): (path: string) => number {
  const paths: string[] = [];
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname));
  return (path) => paths.filter((each) => each === path).length;
}

/** Half a minute of the page's timers, with enough round trips to the server for a storm of requests to start. */
async function halfMinute(page: Page): Promise<void> {
  for (let second = 0; second < 30; second++) {
    await page.clock.runFor(1000);
    await page.evaluate(() => fetch('/healthz'));
  }
}

const lists = ['/api/cities', '/api/locations/trending', '/api/stats'] as const;
const sessionCalls = ['/auth/session', '/api/auth/user'] as const;

describe.skipIf(chromium === null)(
  'a failed request is repeated on a press or when the connection returns',
  () => {
    let world: World;
    beforeAll(async () => {
      world = await createWorld(chromium);
    });
    afterAll(() => world[Symbol.asyncDispose]());

    it.each([
      ['the session', '/auth/session', [1, 0]],
      ['the person of the session', '/api/auth/user', [1, 1]],
    ] as const)('%s: once on load, once more by the button', async (_, failing, onLoad) => {
      const live: { begun?: Promise<unknown> } = {};
      const opened: { count?: ReturnType<typeof countRequests> } = {};
      await using person = await world.open('/', {
        as: world.user,
        fresh: true,
        prepare: async (page) => {
          await page.clock.install();
          await refuse(page, `**${failing}`, { status: 503 });
          opened.count = countRequests(page);
          live.begun = following(page);
        },
      });
      const { page } = person;
      const counts = (paths: readonly string[]) => paths.map((path) => opened.count?.(path));
      await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
      await live.begun;
      await halfMinute(page);
      expect(counts(sessionCalls)).toEqual(onLoad);
      // The rendered page brings its lists.
      expect(counts(lists)).toEqual([0, 0, 0]);

      await page.getByText('Part of this page could not be loaded.').waitFor();
      await page.unroute(`**${failing}`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Jonas Kern' }).waitFor();
      await page.getByText('Part of this page could not be loaded.').waitFor({ state: 'detached' });
      await halfMinute(page);
      expect(counts(sessionCalls)).toEqual([2, onLoad[1] + 1]);
      await person.checkUnbroken();
    });

    it('asks for a part of the page again when the network returns', async () => {
      const menu = /\/assets\/profile-menu-.*\.js$/;
      const live: { begun?: Promise<unknown> } = {};
      await using person = await world.open('/', {
        as: world.user,
        fresh: true,
        prepare: async (page) => {
          live.begun = following(page);
          await page.route(menu, (route) => route.abort());
        },
      });
      const { page } = person;
      await seeAll(page, ['Part of this page could not be loaded.']);
      // A network that is lost before the page listens for it is not told of.
      await live.begun;
      await page.unroute(menu);
      await page.context().setOffline(true);
      await page.getByText(offlineLine).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Jonas Kern' }).waitFor();
      await person.checkUnbroken();
    });

    it('keeps the header when a screen cannot be loaded, and shows the screen once the server answers', async () => {
      const live: { begun?: Promise<unknown> } = {};
      await using visitor = await world.open('/', {
        fresh: true,
        prepare: async (page) => {
          live.begun = following(page);
        },
      });
      const { page } = visitor;
      // The rendered page shows its places before it has a connection that could be lost.
      await live.begun;
      await world.app.stop();
      await page.getByText('Connection to the server lost. Trying again…').waitFor();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
      const failed = page.getByRole('heading', { name: 'This page could not be shown' });
      await failed.waitFor();
      // The server is still down: no other request is sent.
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('banner').getByRole('link', { name: 'Cities' }).click();
      await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
      await page.goBack();
      await failed.waitFor();
      await world.app.start();
      await page.getByRole('heading', { name: 'Privacy', exact: true }).waitFor();
      await visitor.checkUnbroken();
    });
  },
);
