import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkFile } from '#apps/operator/verify-command';

import { findBrowser } from './browser.ts';
import { createWorld, type World } from './world.ts';

const chromium = findBrowser();

/** The bytes and name of the file that a press on this link saves. */
async function saved(page: Page, name: string | RegExp): Promise<{ bytes: Buffer; fileName: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name }).first().click();
  const download = await coming;
  return { bytes: await readFile(await download.path()), fileName: download.suggestedFilename() };
}

describe.skipIf(chromium === null)('files that prove what happened', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('are saved from My submissions: the receipt of a decision', async () => {
    const { user, admin, city } = world;
    const place = await user.send<{ id: string }>('POST', '/api/locations', {
      name: 'Quiet Corner',
      description: 'A corner with steps.',
      cityId: city.id,
      category: 'nature',
    });
    await using waiting = await world.open('/submissions', { as: user });
    const sent = waiting.page.getByRole('list', { name: 'My submissions' });
    await sent.getByRole('listitem').filter({ hasText: 'Quiet Corner' }).waitFor();
    expect(await waiting.page.getByRole('link', { name: 'Receipt' }).count()).toBe(0);
    await admin.send('POST', `/api/admin/locations/${place.id}/reject`, { reason: 'Which steps?' });
    await using person = await world.open('/submissions', { as: user });
    const { bytes, fileName } = await saved(person.page, 'Receipt Quiet Corner');
    expect(fileName).toMatch(/^decision-\d+\.receipt\.json$/);
    expect(checkFile(bytes)).toMatchObject({ entity: { type: 'location', id: place.id } });
    expect(bytes.toString()).not.toContain('Which steps?');
  });

  it('are saved from the history: evidence, and the receipt of each decision', async () => {
    const { admin, city } = world;
    await using desk = await world.open('/admin', { as: admin });
    const { page } = desk;
    await page.getByRole('tab', { name: /Manage Cities/ }).click();
    await page.getByRole('button', { name: `History of ${city.name}` }).click();
    const evidence = await saved(page, 'Evidence');
    expect(evidence.fileName).toBe(`city-${city.id}.evidence.json`);
    expect(checkFile(evidence.bytes)).toMatchObject({ entity: { type: 'city', id: city.id } });
    const receipt = await saved(page, /^Receipt of approved/);
    expect(checkFile(receipt.bytes)).toMatchObject({ events: [{ event: { type: 'city-approved.v1' } }] });
  });

  it('are saved from the activity with the active filters', async () => {
    await using desk = await world.open('/admin/activity?entityType=city', { as: world.admin });
    const table = await saved(desk.page, 'Export as CSV');
    expect(table.fileName).toBe('activity.csv');
    const [head = '', ...lines] = table.bytes.toString().trimEnd().split('\r\n');
    // Excel reads UTF-8 only after a byte order mark.
    expect(head).toMatch(/^\uFEFFposition,at,/);
    expect(lines).toHaveLength(2);
    const all = await saved(desk.page, 'Export as NDJSON');
    expect(all.bytes.toString().trimEnd().split('\n')).toHaveLength(2);
  });
});
