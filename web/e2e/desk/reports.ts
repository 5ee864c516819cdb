import { expect, it } from 'vitest';

import type { Photo } from '#contracts/photo/views';
import type { Submission } from '#contracts/moderation/views';

import { expectAccessible } from '../axe.ts';
import { button, rowOf } from '../desk-world.ts';
import { authorAs } from '../seed.ts';
import { responseTo, choose, decisionsOf, dialogOf, isGone, next, detailOf, type Given } from './given.ts';

export function reportCases(world: Given): void {
  it('a place, a photo and a city are reported where they are shown; several reports on one share a row; the reporter gets the answer', async () => {
    const { admin, app, mia, open } = world();
    const number = next();
    const city = await admin.city(`Reported ${number}`);
    const place = await admin.location(city, `Bridge ${number}`);
    const photo = await admin.photo(place, '#345678');
    const [jonas, kim] = await Promise.all(
      ['Jonas', 'Kim'].map((firstName) =>
        authorAs(app, {
          firstName,
          lastName: 'Reporter',
          email: `${firstName}-reports@example.org`.toLowerCase(),
          password: 'six-or-more',
        }),
      ),
    );
    if (jonas === undefined || kim === undefined) throw new Error('The accounts of the test are missing.');

    await using visit = await open(`/location/${place.id}`, jonas);
    const { page } = visit;
    const report = async (name: string, reason: string, note?: string) => {
      await button(page, `Report ${name}`).click();
      const form = page.getByRole('dialog', { name: `Report ${name}` });
      await button(form, 'Send report').click();
      await form.getByText('Please say what is wrong.').waitFor();
      await form.getByLabel(reason).check();
      if (note !== undefined) await form.getByLabel('What should we know?').fill(note);
      if (note !== undefined) await expectAccessible(page);
      await button(form, 'Send report').click();
      await page.getByText('Thank you for the report').first().waitFor();
      await form.waitFor({ state: 'detached' });
    };
    await report(place.name, 'It is not there any more', 'A fence stands there.');
    await report('this photo', 'It is somebody else’s work');
    await page.goto(`/city/${city.id}`);
    await report(city.name, 'Something else');
    const same = { entityType: 'location', entityId: place.id };
    await kim.send('POST', '/api/reports', { ...same, reason: 'wrong', note: 'The address is another.' });
    // Reporting again while the report is open changes the same report.
    await kim.send('POST', '/api/reports', { ...same, reason: 'wrong' });

    await using desk = await open(`/admin/queue?kind=report&city=${city.id}`, mia);
    const list = desk.page.getByRole('list', { name: 'Everything to look at' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
    // The place and its photo have the same name; the place was reported first.
    await rowOf(desk.page, place.name).first().getByRole('button', { name: place.name, exact: true }).click();
    const detail = detailOf(desk.page, place.name);
    const reportList = detail.getByRole('list', { name: 'Reports' });
    await expect.poll(() => reportList.getByRole('listitem').count()).toBe(2);
    await reportList.getByText('A fence stands there.').waitFor();
    await reportList.getByText('The address is another.').waitFor();
    await expectAccessible(desk.page);
    const { asked } = decisionsOf(desk.page);
    await button(detail, 'Uphold').click();
    await expect.poll(() => rowOf(desk.page, place.name).count()).toBe(1);

    await choose(desk.page, place.name);
    await button(detail, 'Uphold and remove the photo').click();
    await isGone(desk.page, place.name);
    await choose(desk.page, city.name);
    await desk.page.keyboard.press('r');
    await button(dialogOf(desk.page), 'Dismiss').click();
    await isGone(desk.page, city.name);
    await expect
      .poll(() => asked)
      .toEqual([
        `approve location-${place.id}`,
        `reject ${photo.id}`,
        `approve photo-${photo.id}`,
        `reject city-${city.id}`,
      ]);
    const left = async () =>
      (await responseTo(world(), admin, `/api/locations/${place.id}/photos?imageData=omit`)).body as Photo[];
    await expect.poll(left).toEqual([]);

    await page.goto('/submissions');
    await page.getByText('Dismissed', { exact: true }).waitFor();
    expect(await page.getByText('Upheld', { exact: true }).count()).toBe(2);
    await desk.checkUnbroken();
  });

  it('a reported place or city is removed from its report, which is upheld: deleted by the administrator, declined by a moderator', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Taken ${next()}`);
    const [deleted, declined] = [
      await admin.location(city, `Deleted ${next()}`),
      await admin.location(city, `Declined ${next()}`),
    ];
    const report = (entityType: string, entityId: string) =>
      user.send('POST', '/api/reports', { entityType, entityId, reason: 'gone' });
    for (const { id } of [deleted, declined]) await report('location', id);
    await report('city', city.id);
    const publicly = async (path: string) => (await fetch(`${world().app.origin}${path}`)).status;
    const upheld = async (): Promise<number> => {
      const responses = (await responseTo(world(), user, '/api/submissions')).body as Submission[];
      const reports = responses.filter(({ entityType }) => entityType === 'report').slice(0, 3);
      return reports.filter(({ status }) => status === 'upheld').length;
    };
    const takeDown = async (who: typeof admin, name: string, opens: string, confirms: string) => {
      const before = await upheld();
      await using desk = await open(`/admin/queue?kind=report&city=${city.id}`, who);
      const { page } = desk;
      await choose(page, name);
      await button(detailOf(page, name), opens).click();
      await dialogOf(page)
        .getByText(/^This removes|It leaves the guide/)
        .waitFor();
      await expectAccessible(page);
      await button(dialogOf(page), confirms).click();
      await isGone(page, name);
      await dialogOf(page).waitFor({ state: 'detached' });
      await expect.poll(upheld).toBe(before + 1);
      await desk.checkUnbroken();
    };
    await takeDown(mia, declined.name, 'Uphold and take down the location', 'Take Down and Uphold');
    await takeDown(admin, deleted.name, 'Uphold and delete the location', 'Delete Location');
    for (const { id } of [deleted, declined]) expect(await publicly(`/api/locations/${id}`)).toBe(404);
    const { body } = await responseTo(world(), admin, `/api/locations/${declined.id}`);
    expect(body).toMatchObject({ reason: 'It was reported, and the report was right.' });
    await takeDown(admin, city.name, 'Uphold and delete the city', 'Delete City');
    expect(await publicly(`/api/cities/${city.id}`)).toBe(404);
    expect(await upheld()).toBe(3);
  });

  it('every row has buttons named Approve and Reject, and a box named Select, whatever its kind', async () => {
    const { admin, app, mia, open, user } = world();
    const number = next();
    const city = await admin.city(`Rows ${number}`);
    const [reported, pictured, waiting] = [
      await admin.location(city, `Reported row ${number}`),
      await admin.location(city, `Pictured row ${number}`),
      `Waiting row ${number}`,
    ];
    const rita = await authorAs(app, {
      firstName: 'Rita',
      lastName: 'Lines',
      email: 'rita-lines@example.org',
      password: 'six-or-more',
    });
    await rita.send('POST', '/api/reports', {
      entityType: 'location',
      entityId: reported.id,
      reason: 'gone',
    });
    await user.photo(pictured, '#224466');
    await rita.send('PUT', `/api/cities/${city.id}`, { country: 'Elsewhere' });
    await rita.location(city, waiting);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    for (const name of [reported.name, pictured.name, city.name, waiting]) {
      for (const does of ['Approve', 'Reject']) await button(rowOf(page, name), `${does} ${name}`).waitFor();
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).waitFor();
    }
    await page.goto(`/admin/queue?city=${city.id}&kind=photo`);
    for (const does of ['Approve', 'Reject']) await button(page, `${does} ${pictured.name}`).waitFor();
  });
}
