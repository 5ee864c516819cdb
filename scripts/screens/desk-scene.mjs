// The items that wait at the desk, besides the places and cities of the scene.
import sharp from 'sharp';

import { caller } from './caller.mjs';

/**
 * @typedef {ReturnType<typeof caller>} Call
 * @typedef {object} DeskSeed
 * @property {string} origin
 * @property {Call} asAdmin
 * @property {Call} asUser
 * @property {string} mark makes the accounts of this run unique
 * @property {any[]} cities
 * @property {any[]} places
 */

/**
 * Creates photos, changes, reports and various people. Returns the id of a person with many waiting items.
 * @param {DeskSeed} seed
 */
export async function createDesk({ origin, asAdmin, asUser, mark, cities, places }) {
  const mia = await register(origin, 'Mia', 'Marsh', mark);
  const ana = await register(origin, 'Ana', 'Ferreira', mark);
  const bo = await register(origin, 'Bo', 'Lund', mark);
  await asAdmin('PUT', `/api/admin/people/${mia.id}/role`, { role: 'moderator' });
  await asAdmin('POST', `/api/admin/people/${ana.id}/trust`, {});

  for (const [index, colour] of ['#47617d', '#a86a3d', '#5d7a52', '#7d4760', '#c9a35b', '#33424f'].entries())
    await bo.call(
      'POST',
      `/api/locations/${places[(index * 2) % places.length].id}/photos`,
      await photo(colour),
    );
  // The same picture at another place.
  await bo.call('POST', `/api/locations/${places[1].id}/photos`, await photo('#47617d'));
  const [first, second] = await Promise.all([photo('#86a6b8'), photo('#d08a5e')]);
  const chosen = await asAdmin('POST', `/api/locations/${places[2].id}/photos`, first);
  await asAdmin('POST', `/api/locations/${places[2].id}/photos`, second);
  await asUser('PATCH', `/api/photos/${chosen.id}/primary`, { locationId: places[2].id });

  await bo.call('PUT', `/api/cities/${cities[2].id}`, { country: `${cities[2].country}, by the sea` });
  await ana.call('POST', '/api/locations', {
    name: 'Lantern Steps',
    description: 'Forty steps with a lamp on every second one; they are lit before the sky is dark.',
    cityId: cities[0].id,
    category: 'architecture',
    accessNotes: 'Two handrails, no ramp.',
  });
  await reportOn(bo, places[3], 'wrong', 'The address is on the other bank of the river.');
  await reportOn(ana, places[3], 'gone', 'The steps are closed since spring.\nA fence stands there now.');
  await asUser('POST', '/api/reports', { entityType: 'photo', entityId: chosen.id, reason: 'copyright' });

  const twin = await bo.call('POST', '/api/locations', {
    name: places[0].name,
    description: 'The best view in town, really.',
    cityId: places[0].cityId,
    category: 'viewpoint',
  });
  await decide(
    asAdmin,
    [await sent(bo, cities[0], 'Kiosk'), await sent(bo, cities[0], 'Car Park')],
    'reject',
  );
  await decide(mia.call, [await sent(bo, cities[1], 'Harbour Wall')], 'approve');
  return { person: bo.id, twin: twin.id };
}

/** @param {{ call: Call }} who @param {any} place @param {string} reason @param {string} note */
const reportOn = ({ call }, place, reason, note) =>
  call('POST', '/api/reports', { entityType: 'location', entityId: place.id, reason, note });

/** @param {{ call: Call }} who @param {any} city @param {string} name */
const sent = ({ call }, city, name) =>
  call('POST', '/api/locations', {
    name,
    description: `What one sees at the ${name.toLowerCase()}.`,
    cityId: city.id,
    category: 'landmark',
  });

/** @param {Call} call @param {any[]} locations @param {'approve' | 'reject'} decision */
const decide = (call, locations, decision) =>
  call('POST', '/api/admin/decisions', {
    items: locations.map(({ id }) => ({
      kind: 'location',
      id,
      entityType: 'location',
      entityId: id,
      decision,
      ...(decision === 'reject' && { reason: 'This is not allowed here.' }),
    })),
  });

/** @param {string} origin @param {string} firstName @param {string} lastName @param {string} mark */
async function register(origin, firstName, lastName, mark) {
  const email = `${firstName.toLowerCase()}-${mark}@example.org`;
  const session = await caller(origin)('POST', '/auth/register', {
    firstName,
    lastName,
    email,
    password: 'six-or-more',
  });
  return { id: /** @type {string} */ (session.user.id), call: caller(origin, session.accessToken) };
}

/** A picture of two colours, as the body of an upload. @param {string} colour */
async function photo(colour) {
  const sky = {
    create: { width: 1500, height: 1000, channels: /** @type {const} */ (3), background: colour },
  };
  const ground = await sharp({
    create: { width: 1500, height: 320, channels: 3, background: '#2b2a28' },
  })
    .png()
    .toBuffer();
  const bytes = await sharp(sky)
    .composite([{ input: ground, top: 680, left: 0 }])
    .jpeg()
    .toBuffer();
  return {
    imageData: `data:image/jpeg;base64,${bytes.toString('base64')}`,
    fileName: 'evening.jpg',
    fileSize: bytes.length,
    mimeType: 'image/jpeg',
    isPrimary: 0,
    caption: 'The last light, from the bank',
  };
}
