import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { createWorld, seeAll, type World } from './world.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('privacy and terms', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['Privacy', 'Erasing your account'],
    ['Terms', 'What you send stays yours'],
  ])('%s: linked in the footer, with a title, and in sections', async (name, section) => {
    await using visitor = await world.open('/');
    const { page } = visitor;
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('heading', { level: 2, name: section }).waitFor();
    await expect.poll(() => page.title()).toBe(`${name} · Lightfall`);
    const answer = await page.request.get(`/${name.toLowerCase()}`, { headers: { accept: 'text/html' } });
    expect(answer.status()).toBe(200);
    await visitor.checkUnbroken();
  });

  it('the terms name the licence of this installation', async () => {
    await using visitor = await world.open('/terms');
    const licence = visitor.page.getByRole('main').getByRole('link', { name: 'CC BY 4.0' });
    expect(await licence.getAttribute('href')).toContain('creativecommons.org');
  });

  it('the operator’s own text takes the place of the product’s, as text', async () => {
    const folder = join(world.app.dataDir, 'pages');
    await mkdir(folder);
    await writeFile(join(folder, 'privacy.md'), '# Who we are\n\nThe <b>town</b> of Görlitz.\n');
    await using visitor = await world.open('/privacy');
    await seeAll(visitor.page, ['Who we are', 'The <b>town</b> of Görlitz.']);
    expect(await visitor.page.getByText('Erasing your account').count()).toBe(0);
    await rm(folder, { recursive: true });
  });
});
