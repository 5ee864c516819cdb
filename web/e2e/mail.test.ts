import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startMailServer, type Received, type TestMailServer } from '../../test/mail/smtp.ts';
import { findBrowser } from './browser.ts';
import { toastOf, type Visit } from './people.ts';
import { authorAs } from './seed.ts';
import { startSite, type Site } from './site.ts';
import { hasFocus } from './world.ts';

const chromium = findBrowser();
const password = 'six-or-more';

/** Mail from the person's press to the screen that its link opens, with the real server and a real SMTP server. */
describe.skipIf(chromium === null)('by mail', () => {
  let site: Site;
  let mail: TestMailServer;
  beforeAll(async () => {
    mail = await startMailServer();
    site = await startSite(chromium, {
      environment: async () => ({ MAIL_URL: mail.url, MAIL_FROM: 'The Guide <guide@example.org>' }),
    });
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await mail[Symbol.asyncDispose]();
  });

  let people = 0;
  async function somebody() {
    const email = `mail-${(people += 1)}@example.org`;
    const author = await authorAs(site.app, { firstName: 'Ida', lastName: 'Falk', email, password });
    return { author, email };
  }
  const linkIn = ({ text }: Received): string => /https?:\S+\?token=[\w-]+/.exec(text)?.[0] ?? '';
  const mailed = (email: string, subject: string) =>
    mail.next((each) => each.to.includes(email) && each.subject === subject);
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const openIn = (link: string, options: object = {}): Promise<Visit> =>
    site.visit({ path: link, ...options });

  /** Records every request of the page, and the referrers it sends, from the start. */
  function watched(token: string) {
    const sent: string[] = [];
    const prepare = async (page: Page) => {
      page.on('request', (request) => {
        const isDocument = request.isNavigationRequest();
        request.allHeaders().then(
          ({ referer = '' }) => sent.push(`${isDocument ? '' : request.url()} ${referer}`),
          // The page was closed during the request.
          () => undefined,
        );
      });
    };
    return { prepare, leaks: () => sent.filter((each) => each.includes(token)) };
  }

  it('a forgotten password is replaced, and its owner is signed in', async () => {
    const { email } = await somebody();
    await using asking = await site.visit();
    const { page } = asking;
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Password forgotten?' }).click();
    await dialog.getByRole('heading', { name: 'Password forgotten?' }).waitFor();
    expect(await dialog.getByLabel('Email').inputValue()).toBe(email);
    expect(await hasFocus(dialog.getByLabel('Email'))).toBe(true);
    await dialog.getByRole('button', { name: 'Send me a link' }).click();
    await dialog.getByRole('status').getByText('a mail with a link is on its way').waitFor();
    await dialog.getByRole('button', { name: 'Back to sign in' }).click();
    await dialog.getByRole('tab', { name: 'Sign In' }).waitFor();
    expect(await hasFocus(dialog.getByLabel('Email'))).toBe(true);

    const link = linkIn(await mailed(email, 'Choose a new password'));
    const token = link.split('=')[1] ?? '';
    expect(link).toBe(`${site.app.origin}/reset-password?token=${token}`);
    const watch = watched(token);
    await using opened = await openIn(link, { prepare: watch.prepare });
    const set = opened.page;
    await set.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    expect(set.url()).toBe(`${site.app.origin}/reset-password`);
    // It still works after a reload.
    await set.reload();
    await set.getByLabel('New password').fill('short');
    await press(set, 'Set password');
    await set.getByText('Password must be at least 6 characters').waitFor();
    await set.getByLabel('New password').fill('a brand new one');
    await press(set, 'Set password');
    await toastOf(set, 'Your password is set. Other devices are signed out.').waitFor();
    await set.getByRole('banner').getByRole('button', { name: 'Ida Falk' }).waitFor();
    expect(set.url()).toBe(`${site.app.origin}/`);
    expect(watch.leaks()).toEqual([]);

    await using late = await openIn(link);
    await late.page.getByLabel('New password').fill('somebody else’s');
    await press(late.page, 'Set password');
    await late.page.getByText('This link is no longer valid.').waitFor();
    await late.page.getByRole('button', { name: 'Send me a link' }).waitFor();
  });

  it('an address is confirmed by a press, and the profile can send the mail again', async () => {
    const { author, email } = await somebody();
    await mailed(email, 'Confirm your email address');
    await using own = await site.visit({ path: '/profile', as: author });
    const { page } = own;
    const part = page.getByRole('region', { name: 'Mail', exact: true });
    await part.getByText('is not confirmed yet').waitFor();
    const before = mail.received.length;
    await part.getByRole('button', { name: 'Send the mail again' }).click();
    await part.getByText('A mail with a link is on its way.').waitFor();
    const again = await mail.next((each) => mail.received.indexOf(each) >= before && each.to.includes(email));
    const link = linkIn(again);
    const token = link.split('=')[1] ?? '';
    const watch = watched(token);
    await using opened = await openIn(link, { as: author, prepare: watch.prepare });
    await opened.page.getByRole('button', { name: 'Yes, it is mine' }).waitFor();
    expect(opened.page.url()).toBe(`${site.app.origin}/confirm-email`);
    // Opening the link has not consumed it.
    await opened.page.goto(link);
    await press(opened.page, 'Yes, it is mine');
    await opened.page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    expect(watch.leaks()).toEqual([]);
    await opened.page.getByRole('link', { name: 'To your profile' }).click();
    await opened.page.getByText('is confirmed.').waitFor();
    await opened.page.goto(link);
    await press(opened.page, 'Yes, it is mine');
    await opened.page.getByText('This link is no longer valid.').waitFor();
  });

  it('an address is confirmed while signed out with the password of its account, and in other accounts only with it', async () => {
    const { email } = await somebody();
    const { author: other, email: otherEmail } = await somebody();
    const link = linkIn(await mailed(email, 'Confirm your email address'));
    {
      await using opened = await openIn(link, { as: other });
      const { page } = opened;
      await press(page, 'Yes, it is mine');
      await page.getByRole('status').getByText(`You are signed in as ${otherEmail}.`).waitFor();
      await page.getByLabel('Password', { exact: true }).waitFor();
    }
    await using opened = await openIn(link);
    const { page } = opened;
    expect(page.url()).toBe(`${site.app.origin}/confirm-email`);
    await press(page, 'Confirm this address');
    await page.getByText('Password is required').waitFor();
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('This is not the password of that account.').waitFor();
    expect(await hasFocus(field)).toBe(true);
    // The link survives a reload, and works after the sign-in.
    await page.reload();
    await field.fill(password);
    await press(page, 'Confirm this address');
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
  });

  it('the mail about decisions is chosen in the profile, and so is the public name, with a preview', async () => {
    const { author } = await somebody();
    await using own = await site.visit({ path: '/profile', as: author });
    const { page } = own;
    await page.getByRole('radio', { name: /Once a day/ }).check();
    await toastOf(page, 'Your choice is saved').waitFor();
    await page.getByText('Without one, nobody is named at your photos and places.').waitFor();
    await page.getByRole('textbox', { name: /Public name/ }).fill('Lightfall Staff');
    await press(page, 'Save public name');
    await page.getByText('This name is reserved. Please choose another one.').waitFor();
    await page.getByRole('textbox', { name: /Public name/ }).fill('Ida F.');
    await page.getByText('Your photos say “Photo: Ida F.”').waitFor();
    await press(page, 'Save public name');
    await toastOf(page, 'Your public name is saved').waitFor();
    await page.reload();
    expect(await page.getByRole('radio', { name: /Once a day/ }).isChecked()).toBe(true);
    expect(await page.getByRole('textbox', { name: /Public name/ }).inputValue()).toBe('Ida F.');
  });

  it('no answer reveals which addresses have an account', async () => {
    await using asking = await site.visit();
    const { page } = asking;
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Password forgotten?' }).click();
    await page.getByRole('dialog').getByLabel('Email').fill('nobody@example.org');
    await page.keyboard.press('Enter');
    await page.getByText('If nobody@example.org has an account').waitFor();
  });
});
