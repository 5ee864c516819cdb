import sharp from 'sharp';

import type { SignedIn } from '#contracts/account/views';
import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';

import { caller } from '../../scripts/screens/caller.mjs';
import type { App } from './app.ts';
import { pictureAddress, type Person } from './people.ts';

/** A person who uses the API; content from the administrator is public at once. */
export interface Author {
  readonly session: SignedIn;
  readonly city: (name: string, values?: object) => Promise<City>;
  readonly location: (city: City, name: string, values?: object) => Promise<Location>;
  readonly photo: (location: Location, colour: string) => Promise<Photo>;
  readonly send: <T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<T>;
}

/** The administrator. */
export async function seedAs(app: App): Promise<Author> {
  return signIn(app, '/auth/login', app.admin);
}

/** Registers a new account. */
export async function authorAs(app: App, person: Person): Promise<Author> {
  return signIn(app, '/auth/register', person);
}

async function signIn({ origin }: App, path: string, who: object): Promise<Author> {
  const session = (await caller(origin)('POST', path, who)) as SignedIn;
  const call: Author['send'] = caller(origin, session.accessToken);
  return {
    session,
    send: call,
    city: (name, values = {}) =>
      call('POST', '/api/cities', { name, country: 'Testland', imageUrl: pictureAddress, ...values }),
    location: (city, name, values = {}) =>
      call('POST', '/api/locations', {
        name,
        description: `What one sees at ${name}.`,
        cityId: city.id,
        category: 'viewpoint',
        ...values,
      }),
    photo: async (location, colour) => {
      const data = await picture(colour);
      return call('POST', `/api/locations/${location.id}/photos`, {
        imageData: dataUrl(data),
        fileName: `${colour.slice(1)}.jpg`,
        fileSize: data.length,
        mimeType: 'image/jpeg',
        isPrimary: 0,
      });
    },
  };
}

const colours = ['#274a6b', '#8a4a2c', '#3f6b3a', '#6b3a5d'] as const;

/**
 * Creates enough places, with different ratings, for every state of `scripts/screens`; the sample would take longer to
 * create.
 */
export async function seedGuide(author: Author): Promise<void> {
  const names = ['Lindau', 'Porto', 'Ghent', 'Bergen', 'Kotor', 'Matera', 'Sintra'];
  const { url } = await author.send<{ url: string }>('POST', '/api/pictures', {
    imageData: dataUrl(await picture('#806040')),
    fileName: 'city.jpg',
    mimeType: 'image/jpeg',
  });
  // The first city has a link, which no server answers.
  const cities: City[] = [await author.city('Görlitz')];
  for (const name of names) cities.push(await author.city(name, { imageUrl: url }));
  for (const [index, city] of cities.entries())
    for (let place = 0; place < (index < 2 ? 6 : 1); place++) {
      const location = await author.location(city, `${city.name} view ${place + 1}`, {
        bestTimeToVisit: place % 2 === 0 ? 'Evening (6-8 PM)' : null,
        coordinates: { latitude: 45 + index, longitude: 9 + place / 100 },
      });
      const colour = colours[place];
      if (index === 1 && colour !== undefined) await author.photo(location, colour);
    }
}

const dataUrl = (jpeg: Buffer): string => `data:image/jpeg;base64,${jpeg.toString('base64')}`;

/** A JPEG of one colour, 1200 pixels wide. */
export const picture = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
