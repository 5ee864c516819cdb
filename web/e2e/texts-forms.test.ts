import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { providerLabels, providers } from '#contracts/shared/providers';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { findBrowser } from './browser.ts';
import { pictureAddress, showLinked } from './people.ts';
import { picture } from './seed.ts';
import { createWorld, pathOf, press, refuse, seeAll, topDialog as dialog, type World } from './world.ts';

const chromium = findBrowser();

interface Situation {
  readonly name: string;
  readonly at?: string | ((world: World) => string);
  readonly as?: 'user' | 'admin';
  /** Needs its own browser profile, not the one that visitors share. */
  readonly signsIn?: boolean;
  readonly steps: (page: Page, world: World) => Promise<void>;
  /** The texts that must then be on the page, word for word; a toast's title and text are separate. */
  readonly sees: readonly string[];
  readonly then?: (page: Page, world: World) => Promise<void>;
}

const openSignIn = async (page: Page, tab: 'Sign In' | 'Sign Up') => {
  await press(page, 'Sign in');
  await dialog(page).getByRole('tab', { name: tab }).click();
};
const fillSignUp = async (page: Page, values: Readonly<Record<string, string>>) => {
  await openSignIn(page, 'Sign Up');
  for (const [label, value] of Object.entries(values)) await dialog(page).getByLabel(label).fill(value);
  await press(dialog(page), 'Sign Up');
};
const ida = {
  'First name': 'Ida',
  'Last name': 'Falk',
  Email: 'ida@example.org',
  Password: 'six-or-more',
};
const fillSignIn = async (page: Page, email: string, password: string) => {
  await openSignIn(page, 'Sign In');
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByLabel('Password').fill(password);
  await press(dialog(page), 'Sign In');
};
const fillCity = async (page: Page, name: string, imageUrl = pictureAddress) => {
  await press(page, 'Add City');
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Country').fill('Germany');
  await dialog(page).getByLabel('Image URL').fill(imageUrl);
  await press(dialog(page), 'Add City');
};
const fillLocation = async (page: Page, name: string) => {
  await press(page, 'Add Location');
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('City', { exact: true }).selectOption({ label: 'Görlitz, Germany' });
  await dialog(page).getByLabel('Description').fill('What one sees there.');
  await dialog(page).getByLabel('Category').selectOption('Nature');
  await press(dialog(page), 'Add Location');
};
const choosePhotos = async (
  page: Page,
  ...files: Array<{ name: string; mimeType: string; buffer: Buffer }>
) => {
  await dialog(page).getByLabel('Choose photos').setInputFiles(files);
};
const jpeg = async (colour: string) => ({
  name: `${colour.slice(1)}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await picture(colour),
});
const upload = async (page: Page, colour: string) => {
  await choosePhotos(page, await jpeg(colour));
  await press(dialog(page), 'Upload 1 Photo');
};
const editPlace = async (page: Page) => {
  await press(dialog(page), 'Edit');
  await dialog(page).getByLabel('Address').fill('By the mill');
  await press(dialog(page), 'Save Changes');
};
const inCity = ({ city }: World) => `/city/${city.id}`;
const inBridge = ({ bridge }: World) => `/location/${bridge.id}`;
const inWall = ({ wall }: World) => `/location/${wall.id}`;
const fault = { status: 500, message: 'The disk is full.' };

const validation: readonly Situation[] = [
  {
    name: 'sign-up: everything is required',
    steps: (page) => fillSignUp(page, {}),
    sees: ['First name is required', 'Last name is required', 'Email is required', 'Password is required'],
  },
  {
    name: 'sign-up: an email must look like one, a password has at least 6 characters',
    steps: (page) => fillSignUp(page, { ...ida, Email: 'ida', Password: '12345' }),
    sees: ['Please enter a valid email address', 'Password must be at least 6 characters'],
  },
  {
    name: 'sign-in: email and password are required',
    steps: (page) => fillSignIn(page, '', ''),
    sees: ['Email is required', 'Password is required'],
  },
  {
    name: 'city: everything is required',
    as: 'user',
    steps: async (page) => {
      await press(page, 'Add City');
      await press(dialog(page), 'Add City');
    },
    sees: ['Name is required', 'Country is required', 'Image URL is required'],
  },
  {
    name: 'city: the image needs a valid address',
    as: 'user',
    steps: (page) => fillCity(page, 'Zittau', 'not an address'),
    sees: ['Please enter a valid image URL'],
  },
  {
    name: 'city: an http address is accepted, with a note that https will be used',
    as: 'user',
    steps: async (page) => {
      await showLinked(page, await picture('#806040'));
      await press(page, 'Add City');
      await dialog(page).getByLabel('Image URL').fill('http://pictures.example/city.jpg');
    },
    sees: ['Pictures are shown over https only: this one will be asked for at its https address.'],
    then: async (page) => {
      expect(await page.getByRole('img', { name: 'Preview of the picture' }).getAttribute('src')).toBe(
        pictureAddress,
      );
    },
  },
  {
    name: 'location: name, description, city and category are required',
    as: 'user',
    steps: async (page) => {
      await press(page, 'Add Location');
      await press(dialog(page), 'Add Location');
    },
    sees: ['Name is required', 'City is required', 'Description is required', 'Category is required'],
    then: async (page) => {
      const options = (label: string) => dialog(page).getByLabel(label).locator('option').allInnerTexts();
      expect((await options('Category')).slice(1)).toEqual([
        'Landmark',
        'Cafe',
        'Viewpoint',
        'Street Art',
        'Nature',
        'Architecture',
      ]);
      expect((await options('Best Time to Visit')).slice(1)).toEqual([
        'Any time',
        'Morning (6-11 AM)',
        'Afternoon (12-5 PM)',
        'Evening (6-8 PM)',
        'Night (9 PM+)',
      ]);
    },
  },
  {
    name: 'photos: images only',
    at: inBridge,
    as: 'user',
    steps: (page) =>
      choosePhotos(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }),
    sees: ['Invalid File Type', 'notes.txt is not an image file.'],
    then: async (page) => {
      expect(await page.getByRole('button', { name: 'Upload Photos' }).isDisabled()).toBe(true);
    },
  },
  {
    name: 'photos: at most 5 MB each; several at once',
    at: inBridge,
    as: 'user',
    steps: async (page) => {
      const large = Buffer.alloc(5 * 1024 * 1024 + 1);
      await choosePhotos(page, await jpeg('#101010'), await jpeg('#202020'), {
        name: 'large.jpg',
        mimeType: 'image/jpeg',
        buffer: large,
      });
    },
    sees: ['File Too Large', 'large.jpg is larger than 5MB.', 'Upload 2 Photos'],
  },
  {
    name: 'forms need somebody signed in',
    at: inCity,
    steps: (page) => press(page, 'Add Location'),
    sees: ['Sign In Required'],
  },
];

const outcomes: readonly Situation[] = [
  {
    name: 'login failed',
    steps: (page) => fillSignIn(page, 'jonas@example.org', 'wrong-one'),
    sees: ['Login Failed', 'Invalid email or password'],
    then: async (page) => {
      expect(await dialog(page).getByLabel('Email').inputValue()).toBe('jonas@example.org');
    },
  },
  {
    name: 'logged in',
    signsIn: true,
    steps: (page) => fillSignIn(page, 'jonas@example.org', 'six-or-more'),
    sees: ['Successfully logged in!', 'Jonas Kern'],
  },
  {
    name: 'registration failed',
    steps: (page) => fillSignUp(page, { ...ida, Email: 'jonas@example.org' }),
    sees: ['Registration Failed', 'Email might already be in use'],
    then: async (page) => {
      expect(await dialog(page).getByLabel('First name').inputValue()).toBe('Ida');
    },
  },
  {
    name: 'registered',
    signsIn: true,
    steps: (page) => fillSignUp(page, ida),
    sees: ['Account created and logged in!', 'Ida Falk'],
  },
  {
    name: 'a provider that fails, from the dialog: its message',
    steps: async (page) => {
      await refuse(page, '**/auth/oauth/discord', fault);
      await press(page, 'Sign in');
      await press(dialog(page), 'Continue with Discord');
    },
    sees: ['Sign In Error', 'The disk is full.'],
  },
  {
    name: 'a provider that fails without a message, from the dialog',
    steps: async (page) => {
      await press(page, 'Sign in');
      await dialog(page).waitFor();
      await refuse(page, '**/auth/oauth/google', { status: 502 });
      await press(dialog(page), 'Continue with Google');
    },
    sees: ['Sign In Error', 'Failed to sign in'],
  },
  {
    name: 'city added',
    as: 'user',
    steps: (page) => fillCity(page, 'Bautzen'),
    sees: ['City added successfully'],
  },
  {
    name: 'city not added: the server’s message, else our own',
    as: 'user',
    steps: async (page) => {
      await refuse(page, '**/api/cities', { ...fault, method: 'POST' });
      await fillCity(page, 'Pirna');
      await seeAll(page, ['Error', 'The disk is full.']);
      await refuse(page, '**/api/cities', { status: 500, method: 'POST' });
      await press(dialog(page), 'Add City');
    },
    sees: ['Error', 'Failed to add city'],
    then: async (page) => expect(await dialog(page).getByLabel('Name').inputValue()).toBe('Pirna'),
  },
  {
    name: 'location added',
    as: 'user',
    steps: (page) => fillLocation(page, 'Oak'),
    sees: ['Location added successfully'],
  },
  {
    name: 'location not added: the server’s message, else our own',
    as: 'user',
    steps: async (page) => {
      await refuse(page, '**/api/locations', { ...fault, method: 'POST' });
      await fillLocation(page, 'Oak');
      await seeAll(page, ['Error', 'The disk is full.']);
      await refuse(page, '**/api/locations', { status: 500, method: 'POST' });
      await press(dialog(page), 'Add Location');
    },
    sees: ['Error', 'Failed to add location'],
    then: async (page) =>
      expect(await dialog(page).getByLabel('Description').inputValue()).toBe('What one sees there.'),
  },
  {
    name: 'location not added, because the session has ended',
    as: 'user',
    steps: async (page) => {
      // The sign-in is tested elsewhere.
      await page.route(/\/api\/login$/, (route) => route.abort('aborted'));
      await refuse(page, '**/api/locations', {
        status: 401,
        message: 'Unauthorized',
        code: 'unauthorized',
        method: 'POST',
      });
      await fillLocation(page, 'Oak');
    },
    sees: ['Unauthorized', 'You are logged out. Logging in again...'],
  },
  {
    name: 'city updated',
    as: 'user',
    steps: async (page) => {
      await press(page, 'Edit Görlitz');
      await dialog(page).getByLabel('Image URL').fill(`${pictureAddress}?2`);
      await press(dialog(page), 'Save Changes');
    },
    sees: ['City updated successfully'],
  },
  {
    name: 'city not updated: the server’s message, else our own',
    as: 'user',
    steps: async (page) => {
      await refuse(page, '**/api/cities/*', { ...fault, method: 'PUT' });
      await press(page, 'Edit Görlitz');
      await dialog(page).getByLabel('Name').fill('Gorlitz');
      await press(dialog(page), 'Save Changes');
      await seeAll(page, ['Error', 'The disk is full.']);
      await refuse(page, '**/api/cities/*', { status: 500, method: 'PUT' });
      await press(dialog(page), 'Save Changes');
    },
    sees: ['Error', 'Failed to update city'],
    then: async (page) => expect(await dialog(page).getByLabel('Name').inputValue()).toBe('Gorlitz'),
  },
  {
    name: 'city not deleted',
    at: inCity,
    as: 'admin',
    steps: async (page) => {
      await refuse(page, '**/api/cities/*', { status: 500, method: 'DELETE' });
      await press(page, 'Delete');
      await press(dialog(page), 'Delete City');
    },
    sees: ['Failed to delete city'],
  },
  {
    name: 'city deleted, and back at home',
    at: '/',
    as: 'admin',
    steps: async (page, { admin }) => {
      const doomed = await admin.city('Doomed');
      // The location is the administrator's own, so that its deletion with the city sends no notice.
      await admin.location(doomed, 'Doomed Corner');
      await page.goto(`/city/${doomed.id}`);
      await page.evaluate('globalThis.sinceOpened = true');
      await press(page, 'Delete');
      await press(dialog(page), 'Delete City');
    },
    sees: ['Success', 'City and all its locations deleted successfully', 'Popular Cities'],
    then: async (page) => expect(pathOf(page)).toBe('/'),
  },
  {
    name: 'location edit proposed',
    at: inBridge,
    as: 'user',
    steps: editPlace,
    sees: ['Your location edit has been submitted for admin approval'],
  },
  {
    name: 'location updated by the administrator',
    at: inBridge,
    as: 'admin',
    steps: editPlace,
    sees: ['Location updated successfully'],
  },
  {
    name: 'location not updated: the server’s message, else our own',
    at: inWall,
    as: 'admin',
    steps: async (page) => {
      await refuse(page, '**/api/locations/*', { ...fault, method: 'PUT' });
      await editPlace(page);
      await seeAll(page, ['Error', 'The disk is full.']);
      await refuse(page, '**/api/locations/*', { status: 500, method: 'PUT' });
      await press(dialog(page), 'Save Changes');
    },
    sees: ['Error', 'Failed to update location'],
    then: async (page) => expect(await dialog(page).getByLabel('Address').inputValue()).toBe('By the mill'),
  },
  {
    name: 'location not deleted: the server’s message, else our own',
    at: inBridge,
    as: 'admin',
    steps: async (page) => {
      await refuse(page, '**/api/locations/*', { ...fault, method: 'DELETE' });
      await press(dialog(page), 'Delete');
      await press(dialog(page), 'Delete Location');
      await seeAll(page, ['Error', 'The disk is full.']);
      await refuse(page, '**/api/locations/*', { status: 500, method: 'DELETE' });
      await press(dialog(page), 'Delete Location');
    },
    sees: ['Error', 'Failed to delete location'],
  },
  {
    name: 'location deleted, and back where it was opened',
    as: 'admin',
    steps: async (page, { admin, city }) => {
      await admin.location(city, 'Doomed Corner');
      await page.getByRole('link', { name: 'Doomed Corner' }).click();
      await press(dialog(page), 'Delete');
      await press(dialog(page), 'Delete Location');
    },
    sees: ['Success', 'Location deleted successfully'],
    then: async (page) => expect(pathOf(page)).toBe('/'),
  },
  {
    name: 'photos uploaded',
    at: inBridge,
    as: 'user',
    steps: async (page) => {
      await choosePhotos(page, await jpeg('#303030'), await jpeg('#404040'));
      await press(dialog(page), 'Upload 2 Photos');
    },
    sees: ['2 photo(s) uploaded successfully!'],
  },
  {
    name: 'photos not uploaded, because the session has ended',
    at: inBridge,
    as: 'user',
    steps: async (page) => {
      await refuse(page, '**/photos', { status: 401, message: 'Unauthorized', method: 'POST' });
      await upload(page, '#505050');
    },
    sees: ['Authentication Required', 'Please sign in to upload photos.'],
  },
  {
    name: 'photos not uploaded',
    at: inBridge,
    as: 'user',
    steps: async (page) => {
      await refuse(page, '**/photos', { status: 500, method: 'POST' });
      await upload(page, '#606060');
    },
    sees: ['Upload Failed', 'Failed to upload photos. Please try again.'],
  },
  {
    name: 'a photo featured',
    at: inWall,
    as: 'user',
    steps: async (page) => {
      await press(dialog(page), 'Edit');
      await press(dialog(page), 'Feature photo 2 of 2');
    },
    sees: ['Featured photo updated!'],
  },
  {
    name: 'a photo not featured: the server’s message',
    at: inWall,
    as: 'user',
    steps: async (page) => {
      await refuse(page, '**/api/photos/*/primary', fault);
      await press(dialog(page), 'Edit');
      await press(dialog(page), 'Feature photo 2 of 2');
    },
    sees: ['Failed to set featured photo', 'The disk is full.'],
  },
  {
    name: 'a photo not deleted',
    at: inWall,
    as: 'admin',
    steps: async (page) => {
      await refuse(page, '**/api/photos/*', { status: 500, method: 'DELETE' });
      await press(dialog(page), 'Edit');
      await press(dialog(page), 'Delete photo 2 of 2');
      await press(dialog(page), 'Delete Photo');
    },
    sees: ['Failed to delete photo'],
  },
  {
    name: 'a photo deleted',
    at: inWall,
    as: 'admin',
    steps: async (page) => {
      await press(dialog(page), 'Edit');
      await press(dialog(page), 'Delete photo 2 of 2');
      await press(dialog(page), 'Delete Photo');
    },
    sees: ['Photo deleted successfully'],
  },
];

/** The texts of `contracts/shared/texts` for a person's own profile. */
const ofProfile: readonly string[] = [
  successTexts.namesChanged,
  successTexts.publicNameChanged,
  successTexts.notifyChanged,
  successTexts.passwordSet,
  successTexts.sessionEnded,
  successTexts.accountErased,
];

it('every text of the catalogue has a situation that shows it', () => {
  const shown = new Set([...validation, ...outcomes].flatMap(({ sees }) => sees));
  // Tested elsewhere: in texts-screens, and in the situations of refusals below.
  const elsewhere: readonly string[] = [failureTexts.fetchLocations, ...ofProfile];
  const known = [...Object.values(successTexts), ...Object.values(failureTexts)].flatMap((entry) => {
    if (typeof entry === 'string') return [entry];
    if (entry === successTexts.photosUploaded) return [entry(2)];
    if (entry === failureTexts.notAnImage) return Object.values(entry('notes.txt'));
    if (entry === failureTexts.tooLarge) return Object.values(entry('large.jpg'));
    return typeof entry === 'object' ? [entry.title, entry.text] : [];
  });
  expect(known.length).toBeGreaterThan(35);
  expect(known.filter((text) => !shown.has(text) && !elsewhere.includes(text))).toEqual([]);
});

describe.skipIf(chromium === null)('sections 5 and 8: every message appears in its place', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([...validation, ...outcomes])(
    '$name',
    async ({ at = '/', as, signsIn = false, steps, sees, then }) => {
      await using visitor = await world.open(
        typeof at === 'string' ? at : at(world),
        as ? { as: world[as] } : { fresh: signsIn },
      );
      const { page } = visitor;
      await steps(page, world);
      await seeAll(page, sees);
      await then?.(page, world);
      await visitor.checkUnbroken();
    },
  );

  const alerted = async (page: Page, click: () => Promise<void>): Promise<string> => {
    const opening = page.waitForEvent('dialog');
    const clicked = click();
    const alert = await opening;
    const message = alert.message();
    await alert.dismiss();
    await clicked;
    return message;
  };

  it.each([
    ['refused', { status: 500, json: { message: 'The disk is full.' } }, 'Sign in failed: The disk is full.'],
    [
      'an answer that leads nowhere',
      { json: { url: 'http://[' } },
      /^Authentication error: .*not a valid URL/,
    ],
    [
      'an answer without an address',
      { json: {} },
      'Authentication error: The server did not say where to sign in.',
    ],
  ] as const)(
    'a provider sign-in from the landing page, %s: an alert, and the button works again',
    async (_, response, says) => {
      await using visitor = await world.open('/landing');
      const { page } = visitor;
      await page.route('**/auth/oauth/github', (route) => route.fulfill(response));
      const button = page.getByRole('button', { name: 'Sign in with GitHub' }).first();
      for (let time = 0; time < 2; time++) expect(await alerted(page, () => button.click())).toMatch(says);
    },
  );

  it('a provider that is not configured, from the landing page', async () => {
    await using visitor = await world.open('/landing');
    const { page } = visitor;
    await press(page, 'Sign in with Discord');
    await seeAll(page, ['Sign In Error', 'Authentication is being set up. Please try again in a moment.']);
  });

  it('providers that are not configured, from the dialog that /api/login opens', async () => {
    await using visitor = await world.open('/api/login');
    const { page } = visitor;
    expect(pathOf(page)).toBe('/?sign-in=open');
    for (const provider of providers) {
      const button = dialog(page).getByRole('button', { name: `Continue with ${providerLabels[provider]}` });
      await button.click();
      await seeAll(page, ['Sign In Error', 'Authentication is being set up. Please try again in a moment.']);
      await expect.poll(() => button.isEnabled()).toBe(true);
      await press(page, 'Dismiss');
    }
    await press(dialog(page), 'Close');
    expect(pathOf(page)).toBe('/');
  });
});
