import type { City } from '#contracts/views/city';
import type { Location } from '#contracts/views/location';
import type { SignedIn } from '#contracts/views/account';

import type { App } from './app.ts';
import { pictureAddress } from './people.ts';

/** Writes as the administrator, whose entries are public at once. */
export interface Seed {
  readonly city: (name: string) => Promise<City>;
  readonly location: (city: City, name: string) => Promise<Location>;
}

export async function seedAs(app: App): Promise<Seed> {
  const { accessToken } = await post<SignedIn>(app, '/auth/login', app.admin);
  return {
    city: (name) =>
      post(app, '/api/cities', { name, country: 'Testland', imageUrl: pictureAddress }, accessToken),
    location: (city, name) =>
      post(
        app,
        '/api/locations',
        { name, description: `What one sees at ${name}.`, cityId: city.id, category: 'viewpoint' },
        accessToken,
      ),
  };
}

async function post<T>(app: App, path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(app.origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
