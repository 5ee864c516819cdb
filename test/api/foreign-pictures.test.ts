import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDataFolder, type DataFolder } from '../harness/data-folder.ts';
import { expectProblem, type Entity } from './client.ts';
import { cityInput, givenCity } from './given.ts';
import { dataUrl, pictureBytes } from './pictures.ts';
import { password, startServer, type Person, type TestServer } from './server.ts';

const abroad = 'https://pictures.example.org/city.jpg';
const message = 'Pictures of other sites are not shown here. Please upload the picture.';

const pagePolicy = async (server: TestServer, path: string) => {
  const response = await fetch(server.origin + path, { headers: { Accept: 'text/html' } });
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  return { html: await response.text(), images: /img-src ([^;]+)/.exec(policy)?.[1] };
};
const uploaded = async (by: Person): Promise<string> => {
  const body = {
    imageData: dataUrl(await pictureBytes('png', 400, 300)),
    fileName: 'city.png',
    mimeType: 'image/png',
  };
  return (await by.post('/api/pictures', body)).body.url;
};
const waitingIn = (list: readonly Entity[], name: string) => list.find((each) => each.name === name);

/** A guide with pictures of another site, first where they are allowed, then where the operator forbids them. */
describe('FOREIGN_PICTURES', () => {
  let folder: DataFolder;
  let allowed: Entity;
  let waiting: Entity;
  let own: string;
  beforeAll(async () => {
    folder = await createDataFolder();
  });
  afterAll(() => folder[Symbol.asyncDispose]());
  const start = (environment: Readonly<Record<string, string>> = {}) =>
    startServer({ DATA_DIR: folder.path, ...environment });

  it('unset: a picture of another site is accepted and shown', async () => {
    await using server = await start();
    const anna = await server.register('Anna');
    own = await uploaded(server.admin);
    allowed = await givenCity(server.admin, { imageUrl: own });
    const changed = await server.admin.put(`/api/cities/${allowed.id}`, { imageUrl: abroad });
    expect(changed.body).toMatchObject({ imageUrl: abroad });
    waiting = await givenCity(anna, { imageUrl: abroad });
    expect((await server.visitor.get('/api/about')).body).toMatchObject({ foreignPictures: true });
    await server.caughtUp();
    const { html, images } = await pagePolicy(server, `/city/${allowed.id}?shared`);
    expect(images).toBe("'self' data: blob: https:");
    expect(html).toContain(`<meta property="og:image" content="${abroad}">`);
    const queue = (await server.admin.get('/api/admin/queue')).body;
    expect(waitingIn(queue, waiting.name)).toMatchObject({ thumbnailUrl: abroad });
  });

  it('off: a picture of another site is refused, and pages never load an existing one', async () => {
    await using server = await start({ FOREIGN_PICTURES: 'off', PUBLIC_ORIGIN: 'https://guide.example' });
    const { admin } = server;
    const { body: session } = await server.visitor.post('/auth/login', {
      email: 'person-1@lightfall.test',
      password,
    });
    const anna = server.client({ token: session.accessToken });
    expect((await server.visitor.get('/api/about')).body).toMatchObject({ foreignPictures: false });
    for (const imageUrl of [abroad, 'http://127.0.0.1/city.jpg', 'https://guide.example.org/city.jpg'])
      for (const response of [
        await admin.post('/api/cities', cityInput({ imageUrl })),
        await admin.put(`/api/cities/${(await givenCity(admin, { imageUrl: own })).id}`, { imageUrl }),
      ]) {
        expectProblem(response, 400);
        expect(response.body['errors'], imageUrl).toEqual([{ path: 'imageUrl', message }]);
      }
    await givenCity(admin, { imageUrl: `https://guide.example${own}` });
    // The other fields of a city with such a picture can still be changed.
    const renamed = await admin.put(`/api/cities/${allowed.id}`, { name: 'Renamed', imageUrl: abroad });
    expect(renamed.body).toMatchObject({ name: 'Renamed', imageUrl: abroad });

    const { html, images } = await pagePolicy(server, `/city/${allowed.id}?shared`);
    expect(images).toBe("'self' data: blob:");
    expect(html).not.toContain('pictures.example.org');
    await server.caughtUp();
    const queue = (await admin.get('/api/admin/queue')).body;
    expect(waitingIn(queue, waiting.name)).toMatchObject({ thumbnailUrl: null });
    const sent = (await anna.get('/api/submissions')).body;
    expect(waitingIn(sent, waiting.name)).toMatchObject({ thumbnailUrl: null });
  });
});
