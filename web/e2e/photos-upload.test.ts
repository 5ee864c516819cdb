import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Location } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';

import { findBrowser } from './browser.ts';
import {
  addPhoto,
  asFile,
  type ChosenFile,
  fromCamera,
  gear,
  heic,
  leaksIn,
  panorama,
  readableHeif,
  withLargePreview,
} from './photo-files.ts';
import { headLength, kindOf } from '../src/lib/upload/file-problem.ts';
import { createWorld, gate, press, seeAll, type World } from './world.ts';

const chromium = findBrowser();
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;

const rows = (page: Page) => page.getByRole('list', { name: 'Chosen photos' });
const row = (page: Page, name: string) => rows(page).getByRole('listitem').filter({ hasText: name });
const choose = (page: Page, files: Parameters<Locator['setInputFiles']>[0]) =>
  page.getByLabel('Choose photos').setInputFiles(files);

describe.skipIf(chromium === null)('photos from a camera to the page', () => {
  let world: World;
  let large: Buffer;
  let wide: Buffer;
  beforeAll(async () => {
    [world, large, wide] = await Promise.all([createWorld(chromium), withLargePreview(), panorama()]);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  let made = 0;
  const newPlace = () => world.admin.location(world.city, `Place ${++made}`);
  const open = (place: Location, viewport: (typeof sizes)[number] = sizes[1], as: 'user' | null = 'user') =>
    world.open(`/location/${place.id}`, {
      look: { viewport, hasTouch: viewport.width < 500 },
      // A photo that another test has chosen and not sent would stay.
      fresh: true,
      ...(as === null ? {} : { as: world[as] }),
    });
  const photosOf = (place: Location): Promise<Photo[]> =>
    fetch(`${world.app.origin}/api/locations/${place.id}/photos`).then(
      (response) => response.json() as Promise<Photo[]>,
    );

  it('the test finds its secrets in a camera’s file, wherever they are', async () => {
    const file = await fromCamera();
    for (const bytes of [
      file,
      Buffer.from(JSON.stringify({ imageData: `data:image/jpeg;base64,${file.toString('base64')}` })),
    ])
      expect(leaksIn(bytes)).toEqual(expect.arrayContaining(['SN-4711-SECRET', 'Olga Owner', 'Exif\0']));
    expect(leaksIn(file).length).toBeGreaterThan(3);
    expect(leaksIn(Buffer.from('{"latitude":47.553428}'))).toEqual(['47.5534']);
  });

  /** Checks that no response about a place, and no rendition of its photos, reveals the file's secrets. */
  const expectNoSecrets = async (place: Location) => {
    const photos = await photosOf(place);
    const addresses = [
      ...['', '/photos', '/photos?imageData=omit'].map((below) => `/api/locations/${place.id}${below}`),
      ...['/api/locations', '/api/locations/trending', '/api/cities', `/location/${place.id}`],
      ...photos.flatMap(({ srcset, url, thumbnailUrl }) => [
        url,
        thumbnailUrl,
        ...(srcset.match(/\/photos\/\S+/g) ?? []),
      ]),
    ];
    for (const address of new Set(addresses)) {
      const response = await fetch(world.app.origin + address, { headers: { accept: '*/*' } });
      expect(response.status, address).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(leaksIn(bytes), address).toEqual([]);
      if (!(response.headers.get('content-type') ?? '').startsWith('image/')) continue;
      expect((await sharp(bytes).metadata()).exif, address).toBeUndefined();
    }
    return photos;
  };

  it.each(sizes)(
    'at $width px: shows each file’s problem, loses none, and counts correctly',
    async (viewport) => {
      const place = await newPlace();
      const there = await fromCamera();
      await addPhoto(world.user, place, there);
      await using person = await open(place, viewport);
      const { page } = person;
      const whole = await fromCamera({ width: 900, height: 600 });
      await choose(page, [
        asFile('huge.jpg', large),
        asFile('notes.txt', Buffer.from('Not a photo.'), 'text/plain'),
        asFile('phone.heic', heic(), 'image/heic'),
        asFile('negative.nef', Buffer.concat([Buffer.from('MM\0*'), Buffer.alloc(999)]), ''),
        asFile('cut.jpg', whole.subarray(0, whole.length / 2)),
        asFile('again.jpg', there),
        asFile('good.jpg', whole),
      ]);
      await seeAll(page, ['Upload 3 Photos']);
      const wrong: ReadonlyArray<readonly [string, RegExp]> = [
        ['huge.jpg', /Larger than 5 MB/],
        ['notes.txt', /This is not a photo/],
        ['phone.heic', /cannot read HEIC.*Most Compatible/],
        ['negative.nef', /camera’s own format/],
      ];
      for (const [name, why] of wrong) await row(page, name).getByText(why).waitFor();
      await press(page, 'Upload 3 Photos');
      await seeAll(page, ['Upload Failed']);
      await seeAll(page, ['1 of 3 photos uploaded. The reasons are beside the others.']);
      await row(page, 'cut.jpg')
        .getByText(/damaged or incomplete/)
        .waitFor();
      await row(page, 'again.jpg')
        .getByText(/already here/)
        .waitFor();
      expect(await rows(page).getByRole('listitem').count()).toBe(6);
      expect(
        await rows(page)
          .getByRole('button', { name: /^Retry/ })
          .count(),
      ).toBe(0);
      expect(
        await rows(page)
          .getByRole('button', { name: /^Make it smaller/ })
          .count(),
      ).toBe(1);
      expect(await page.getByRole('button', { name: 'Upload Photos' }).isDisabled()).toBe(true);
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(scrolled).toBeLessThanOrEqual(0);
      await person.checkUnbroken();
    },
  );

  it('the first photo of a place leaves the form in view when it moves beside the photo', async () => {
    const place = await world.admin.location(world.city, 'Bare Steps', {
      description: 'A stair to the river. '.repeat(30),
    });
    await using person = await open(place);
    const { page } = person;
    await choose(page, [asFile('first.jpg', await fromCamera())]);
    await press(page, 'Upload 1 Photo');
    await page.getByRole('button', { name: 'Full screen' }).waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => {
          const box = document.activeElement?.getBoundingClientRect();
          return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
        }),
      )
      .toBe(true);
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
  });

  it('a photo of too many bytes and pixels is reported, made smaller with one press, and keeps its details', async () => {
    const place = await newPlace();
    await using person = await open(place, sizes[0]);
    const { page } = person;
    await choose(page, asFile('huge.jpg', wide));
    await seeAll(page, ['File Too Large', 'huge.jpg is larger than 5MB.']);
    expect(await page.getByRole('button', { name: 'Upload Photos' }).isDisabled()).toBe(true);
    await row(page, 'huge.jpg').getByLabel('Caption of huge.jpg').fill('The quay at blue hour.');
    await press(page, 'Make it smaller and upload huge.jpg');
    await seeAll(page, ['1 photo(s) uploaded successfully!']);
    await rows(page).waitFor({ state: 'detached' });

    await using visitor = await open(place, sizes[0], null);
    await seeAll(visitor.page, ['The quay at blue hour.', '3 Oct 2026, 18:42', gear]);
    const [photo] = await expectNoSecrets(place);
    expect(photo).toMatchObject({
      width: 4096,
      height: 683,
      fileName: 'huge.jpg',
      camera: 'FUJIFILM X-T5',
    });
    for (const each of [person, visitor]) await each.checkUnbroken();
  });

  it.each(sizes)(
    'at $width px: a camera’s JPEG and a HEIC file, over a slow network, to the visitor’s screen',
    async (viewport) => {
      const place = await newPlace();
      const heif = await readableHeif();
      expect(kindOf(heif.subarray(0, headLength))).toBe('heic');
      await using person = await open(place, viewport);
      const { page } = person;
      await takeOne(
        page,
        viewport.width < 500,
        asFile('portrait.jpg', await fromCamera({ width: 1200, height: 800, orientation: 6, grain: true })),
      );
      await row(page, 'portrait.jpg').waitFor();
      // Becomes a JPEG automatically, as this browser can read it: unlike a phone's HEVC, its pictures are AV1.
      await choose(page, asFile('phone.HEIC', heif, 'image/heic'));
      await row(page, 'phone.jpg')
        .getByText(/, now a JPEG$/)
        .waitFor();
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.postData() ?? ''));
      await slowDown(page);
      // Recorded by the page itself: the text may disappear before the test checks.
      await page.evaluate(`
        globalThis.told = [];
        new MutationObserver(() => told.push(document.querySelector('[aria-label="Chosen photos"]')?.textContent))
          .observe(document.body, { childList: true, subtree: true, characterData: true });`);
      await press(page, 'Upload 2 Photos');
      await seeAll(page, ['2 photo(s) uploaded successfully!', '1 of 2']);
      expect(await page.evaluate('told.join()')).toMatch(/Uploading, [1-9]\d?%/);
      expect(
        sent.filter((body) => body.includes('phone.jpg')).flatMap((body) => leaksIn(Buffer.from(body))),
      ).toEqual([]);
      const photos = await expectNoSecrets(place);
      const shapes = photos.map(({ width, height, camera }) => [width, height, camera]);
      expect(shapes.sort()).toEqual([
        [800, 1200, 'FUJIFILM X-T5'],
        [900, 600, 'FUJIFILM X-T5'],
      ]);
      await using visitor = await open(place, viewport, null);
      await seeAll(visitor.page, ['1 of 2', gear]);
      for (const each of [person, visitor]) await each.checkUnbroken();
    },
  );

  it('twenty at once, and the network fails halfway: all arrive when it is back', async () => {
    const place = await newPlace();
    await using person = await open(place);
    const { page } = person;
    const files = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        asFile(`${index + 1}.jpg`, await fromCamera({ width: 300, height: 200 })),
      ),
    );
    let sent = 0;
    await page.route('**/photos', async (route) => {
      if (route.request().method() === 'POST' && ++sent === 8) await page.context().setOffline(true);
      await route.fallback();
    });
    await choose(page, files);
    await press(page, 'Upload 20 Photos');
    await row(page, '20.jpg').getByText('No connection. The photo is still selected.').waitFor();
    const left = await rows(page).getByRole('listitem').count();
    expect(left).toBeGreaterThan(5);
    await page.unroute('**/photos');
    await page.context().setOffline(false);
    // Those that arrived before the loss count too.
    await seeAll(page, ['20 photo(s) uploaded successfully!']);
    await rows(page).waitFor({ state: 'detached' });
    expect(await photosOf(place)).toHaveLength(20);
    await person.checkUnbroken();
  });

  it('a photo is sent again even if the network returned while others were being sent', async () => {
    const place = await newPlace();
    await using person = await open(place);
    const { page } = person;
    const slow = gate();
    let lost = false;
    await page.route('**/photos', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('slow.jpg')) await slow.opened;
      if (!body.includes('lost.jpg') || lost) return route.fallback();
      lost = true;
      await route.abort();
    });
    await choose(page, [asFile('lost.jpg', await fromCamera()), asFile('slow.jpg', await fromCamera())]);
    await press(page, 'Upload 2 Photos');
    await row(page, 'lost.jpg').getByText('No connection. The photo is still selected.').waitFor();
    await row(page, 'slow.jpg').getByRole('progressbar').waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    slow.open();
    await seeAll(page, ['2 photo(s) uploaded successfully!']);
    expect(await photosOf(place)).toHaveLength(2);
    await person.checkUnbroken();
  });

  it('several large files are named in one message, and one press makes all smaller and uploads them', async () => {
    const place = await newPlace();
    await using person = await open(place);
    const { page } = person;
    await choose(page, [
      asFile('one.jpg', await withLargePreview()),
      asFile('two.jpg', await withLargePreview()),
      asFile('notes.txt', Buffer.from('x'), 'text/plain'),
    ]);
    await seeAll(page, [
      'File Too Large, Invalid File Type',
      'one.jpg is larger than 5MB.',
      'two.jpg is larger than 5MB.',
      'notes.txt is not an image file.',
    ]);
    await press(page, 'Make all 2 smaller and upload');
    await seeAll(page, ['2 photo(s) uploaded successfully!']);
    expect((await photosOf(place)).map(({ width }) => width)).toEqual([1500, 1500]);
    await person.checkUnbroken();
  });

  it('the first upload asks for a name and shows it beside the photo; time and camera can stay private', async () => {
    const place = await newPlace();
    await using person = await open(place);
    const { page } = person;
    await choose(page, asFile('named.jpg', await fromCamera()));
    await page.getByRole('link', { name: 'CC BY 4.0' }).first().waitFor();
    await page.getByLabel(/^Nobody’s name stands/).fill('Jonas am Fluss');
    await seeAll(page, [
      'Nobody’s name stands at your photos yet. With this one they would say “Photo: Jonas am Fluss”.',
    ]);
    await press(page, 'Use this name');
    await page.getByText(/^Your photos say “Photo: Jonas am Fluss”/).waitFor();
    await page.getByLabel('Show when and with what they were taken').uncheck();
    await press(page, 'Upload 1 Photo');
    await seeAll(page, ['1 photo(s) uploaded successfully!', 'Photo: Jonas am Fluss']);
    expect((await photosOf(place))[0]).toMatchObject({ camera: null, takenAt: null, iso: null });
  });
});

/** Chooses a file; on a phone, by the input for the camera. */
async function takeOne(page: Page, isPhone: boolean, file: ChosenFile): Promise<void> {
  const camera = page.getByLabel('Take one');
  await page.getByText('Choose photos').waitFor();
  expect(await page.getByText('Take one').isVisible()).toBe(isPhone);
  if (!isPhone) return choose(page, file);
  const names = ['type', 'accept', 'capture', 'multiple'];
  const given = await Promise.all(names.map((name) => camera.getAttribute(name)));
  expect(given).toEqual(['file', 'image/*', 'environment', null]);
  await camera.setInputFiles(file);
}

/** Simulates a slow network: about a second for the files of these tests. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const bytesPerSecond = 500_000;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: bytesPerSecond * 2,
    uploadThroughput: bytesPerSecond,
  });
}
