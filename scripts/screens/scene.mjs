/* global fetch */
// The people and submissions that the screenshots show.
import sharp from 'sharp';

import { caller } from './caller.mjs';
import { createDesk } from './desk-scene.mjs';

/**
 * @typedef {object} Scene
 * @property {(who: 'admin' | 'user') => { name: string, value: string, url: string }} cookieOf
 * @property {{ id: string }} city
 * @property {{ id: string, name: string }} place with several photos
 * @property {{ id: string, name: string }} bare without photos
 * @property {{ id: string }} portrait its photo is taller than wide and has camera details
 * @property {{ id: string }} edited the user has proposed an edit of it
 * @property {string} person the id of somebody with many waiting items
 * @property {string} contributor the id of somebody with a public page
 * @property {string} list the id of a list of the user's
 * @property {string} sharedList the id under which it is shared
 * @property {() => Promise<void>} arrive sends in another city, after withdrawing the previous one
 */

/** @param {string} origin @param {string} password @returns {Promise<Scene>} */
export async function createScene(origin, password) {
  const call = caller(origin);
  const admin = await call('POST', '/auth/login', { email: 'admin@example.com', password });
  const mark = Date.now().toString(36).slice(-4);
  const person = { firstName: 'Jonas', lastName: 'Kern', password: 'six-or-more' };
  const user = await call('POST', '/auth/register', { ...person, email: `jonas-${mark}@example.org` });
  const asUser = caller(origin, user.accessToken);
  const asAdmin = caller(origin, admin.accessToken);

  /** @type {any[]} */
  const cities = await call('GET', '/api/cities?limit=20');
  /** @type {any[]} */
  const places = await call('GET', '/api/locations?limit=60');
  const city = cities[1];
  /** @type {any[]} */
  const neighbours = await call('GET', `/api/locations?city=${city.id}&limit=20`);
  const place = neighbours.find((each) => each.photoCount > 0);
  for (const other of neighbours.filter((each) => each.photoCount > 0 && each.id !== place.id).slice(0, 3))
    await copyPhoto(origin, asUser, other, place.id).catch(() => undefined);
  for (const [index, rating] of [5, 4, 5, 4, 5, 4].entries())
    await asUser('PUT', `/api/locations/${places[index * 3].id}/rating`, { rating });
  await asUser('PUT', `/api/locations/${place.id}/rating`, { rating: 5 });
  await asAdmin('PUT', `/api/locations/${place.id}/rating`, { rating: 4 });
  await asUser('PUT', `/api/locations/${place.id}/favorite`);
  /** @type {any[]} */
  const photos = await call('GET', `/api/locations/${place.id}/photos?imageData=omit`);
  await asUser('PATCH', `/api/photos/${photos[0].id}/primary`, { locationId: place.id });

  const waiting = await submit(asUser, cities);
  await copyPhoto(origin, asUser, places[8], waiting.id).catch(() => undefined);
  await asUser('PUT', `/api/locations/${places[4].id}`, {
    bestTimeToVisit: 'Night (9 PM+)',
    accessNotes: 'Tripods are allowed after nine.',
    description: `${places[4].description} Bring a tripod after dark.`,
  });
  // The place has changed since this edit was proposed, so approving it asks first.
  await asUser('PUT', `/api/locations/${places[6].id}`, { address: 'The upper gate' });
  await asAdmin('PUT', `/api/locations/${places[6].id}`, { address: 'The lower gate' });
  const gone = await asAdmin('POST', '/api/cities', {
    name: 'Vineta',
    country: 'Baltic Sea',
    imageUrl: cities[6].imageUrl,
  });
  await asAdmin('DELETE', `/api/cities/${gone.id}`);
  const declined = await asUser('POST', '/api/cities', {
    name: 'Atlantis',
    country: 'Nowhere',
    imageUrl: cities[5].imageUrl,
  });
  await asAdmin('POST', `/api/admin/cities/${declined.id}/reject`, {
    reason: 'We could not find it on any map. If it is real, please send an address.',
  });
  const bare = await asAdmin('POST', '/api/locations', {
    name: 'Quiet Corner',
    description: 'A bench under two lime trees, where the street ends at the water.',
    cityId: city.id,
    category: 'nature',
  });
  const portrait = neighbours.find(({ id, photoCount }) => photoCount > 0 && id !== place.id) ?? place;
  await asUser('PATCH', '/auth/account', { publicName: 'Jonas Kern', publicPage: true });
  await addPortrait(origin, asUser, portrait);
  for (const { id } of places.slice(0, 7)) await asUser('PUT', `/api/locations/${id}/favorite`);
  const { person: busy } = await createDesk({ origin, asAdmin, asUser, mark, cities, places });
  const list = await asUser('POST', '/api/lists', {
    name: 'A day in the old town',
    note: 'Bring the small tripod. The ferry goes every half hour.',
    date: '2026-09-12',
  });
  const ids = neighbours.slice(0, 4).map((each) => each.id);
  const { sharedId } = await asUser('PUT', `/api/lists/${list.id}`, { places: ids, shared: true });
  const sessions = { admin, user };
  const cookieOf = (/** @type {'admin' | 'user'} */ who) => ({
    name: 'lightfall_session',
    value: sessions[who].accessToken,
    url: origin,
  });
  /** @type {string | null} */
  let arrived = null;
  const arrive = async () => {
    if (arrived !== null) await asUser('POST', `/api/cities/${arrived}/withdraw`);
    const fields = { name: 'Trieste', country: 'Italy', imageUrl: cities[4].imageUrl };
    arrived = (await asUser('POST', '/api/cities', fields)).id;
  };
  return {
    cookieOf,
    city,
    place,
    bare,
    portrait,
    edited: places[4],
    person: busy,
    contributor: user.user.id,
    list: list.id,
    sharedList: sharedId,
    arrive,
  };
}

/** @param {ReturnType<typeof caller>} asUser @param {any[]} cities */
async function submit(asUser, cities) {
  const goerlitz = await asUser('POST', '/api/cities', {
    name: 'Görlitz',
    country: 'Germany',
    imageUrl: cities[3].imageUrl,
  });
  await asUser('POST', '/api/cities', { name: 'Ghent', country: 'Belgium', imageUrl: cities[7].imageUrl });
  await asUser('POST', '/api/locations', {
    name: 'Untermarkt Arcades',
    description: 'Late Gothic arcades around a sloping square; the clock tower lights up at blue hour.',
    cityId: goerlitz.id,
    category: 'architecture',
    bestTimeToVisit: 'Evening (6-8 PM)',
    address: 'Untermarkt, 02826 Görlitz',
  });
  return asUser('POST', '/api/locations', {
    name: 'Old Footbridge',
    description: 'The mill on the left bank catches the last sun. Stand on the upstream side.',
    cityId: cities[2].id,
    category: 'landmark',
    bestTimeToVisit: 'Evening (6-8 PM)',
    address: 'Uferstraße 1',
  });
}

/**
 * Adds a picture to a place: a neighbour's photo, cropped a little so that its bytes differ.
 * @param {string} origin @param {ReturnType<typeof caller>} as @param {any} from @param {string} locationId
 */
async function copyPhoto(origin, as, from, locationId) {
  const bytes = Buffer.from(await (await fetch(origin + from.primaryPhoto.url)).arrayBuffer());
  const picture = sharp(bytes);
  const { width, height } = await picture.metadata();
  const cropped = await picture
    .extract({ left: 8, top: 8, width: width - 16, height: height - 16 })
    .jpeg()
    .toBuffer();
  await as('POST', `/api/locations/${locationId}/photos`, {
    imageData: `data:image/jpeg;base64,${cropped.toString('base64')}`,
    fileName: 'picture.jpg',
    fileSize: cropped.length,
    mimeType: 'image/jpeg',
    isPrimary: 0,
  });
}

/** The EXIF that a camera writes. */
const camera = {
  IFD0: { Make: 'FUJIFILM', Model: 'X-T5' },
  IFD2: {
    DateTimeOriginal: '2026:09:11 20:12:40',
    FocalLength: '23/1',
    FNumber: '28/10',
    ExposureTime: '1/30',
    ISOSpeedRatings: '800',
  },
};

/**
 * Adds a picture taller than wide, cropped from the place's own, with a camera's EXIF.
 * @param {string} origin @param {ReturnType<typeof caller>} as @param {any} place
 */
async function addPortrait(origin, as, place) {
  if (place.primaryPhoto === null) return;
  const bytes = Buffer.from(await (await fetch(origin + place.primaryPhoto.url)).arrayBuffer());
  const { width, height } = await sharp(bytes).metadata();
  const narrow = Math.round((height * 2) / 3);
  const portrait = await sharp(bytes)
    .extract({
      left: Math.max(0, Math.round((width - narrow) / 2)),
      top: 0,
      width: Math.min(narrow, width),
      height,
    })
    .withExif(camera)
    .jpeg()
    .toBuffer();
  const photo = await as('POST', `/api/locations/${place.id}/photos`, {
    imageData: `data:image/jpeg;base64,${portrait.toString('base64')}`,
    fileName: 'portrait.jpg',
    fileSize: portrait.length,
    mimeType: 'image/jpeg',
    isPrimary: 0,
    caption: 'A quarter of an hour after sunset.',
  });
  await as('PATCH', `/api/photos/${photo.id}/primary`, { locationId: place.id });
}
