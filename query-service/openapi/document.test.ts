import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { operations } from '#contracts/api';
import * as events from '#projections/testing/events';
import { createAppending } from '#projections/testing/world';

import {
  cityDocument,
  editDocument,
  historyDocument,
  id,
  locationDocument,
  opinionDocument,
  photoDocument,
  searchDocument,
} from '../testing/documents.ts';
import { queueCity, queueLocation, queuePhoto, queueTotals } from '../testing/queue-documents.ts';
import { startService, type TestService } from '../testing/service.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument('http://lightfall.test');
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: 'api' });

const pointer = (...parts: string[]) =>
  `api#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

describe('the document', () => {
  test('contains every operation under its name', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(Object.keys(operations).toSorted());
  });

  test('describes the input and output of each operation', () => {
    const create = document.paths['/api/cities']?.['post'];
    expect(create?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { required: ['name', 'country', 'imageUrl'] } } },
    });
    expect(Object.keys(create?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '429']),
    );
    expect(create?.parameters.map(({ name }) => name)).toContain('Idempotency-Key');
    expect(document.paths['/api/cities/{id}']?.['get']?.parameters.map(({ name }) => name)).toEqual([
      'id',
      'X-Min-Position',
    ]);
  });

  test('allows no undescribed property in an answer', () => {
    const open: string[] = [];
    const walk = (schema: unknown, place: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      if (
        'properties' in schema &&
        !('additionalProperties' in schema && schema.additionalProperties === false)
      )
        open.push(place);
      for (const [name, value] of Object.entries(schema)) walk(value, `${place}/${name}`);
    };
    walk(document.components.schemas, 'schemas');
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { responses }] of Object.entries(methods)) walk(responses, `${method} ${path}`);
    expect(open).toEqual([]);
  });

  test('describes the target of a redirect', () => {
    const { responses } = document.paths['/auth/oauth/{provider}/callback']?.['get'] ?? {};
    expect(responses?.['302']).toMatchObject({
      description: 'Sends the browser on',
      headers: { Location: { $ref: '#/components/headers/Location' } },
    });
  });

  test('names no read position where nothing is read, as at the redirect to the sign-in', () => {
    const { parameters, responses } = document.paths['/api/login']?.['get'] ?? {};
    expect(parameters).toEqual([]);
    expect(Object.keys(responses ?? {})).toEqual(['302', '500', '503']);
    expect(JSON.stringify(responses)).not.toMatch(/X-Read-Position|not-caught-up|read-model-stopped/);
  });

  test('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(references.length).toBeGreaterThan(50);
    for (const path of new Set(references)) {
      const target = path
        .slice(1)
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(target, path).toBeDefined();
    }
  });
});

describe('the answers match the document', () => {
  let service: TestService;
  let admin: { token: string; userId: string };
  const city = cityDocument(1, { coordinates: { latitude: 38.7, longitude: -9.1 } });
  const place = locationDocument(2, city.id, { primaryPhoto: photoDocument(3, id(2)) });

  beforeAll(async () => {
    service = await startService();
    admin = await service.signIn({ isAdmin: true });
    await service.records.accounts.update(admin.userId, { publicName: 'Ada L.', publicPage: true });
    const list = {
      name: 'A day',
      note: null,
      date: null,
      places: [place.id],
      revision: 0,
      createdAt: 1,
      updatedAt: 1,
    };
    await service.records.lists.add({ ...list, id: id(20), userId: admin.userId, sharedId: id(21) }, 1);
    const note = { id: id(9), text: 'Seen', by: admin.userId, createdAt: 7 };
    await service.records.moderatorNotes.add({ entityType: 'city', entityId: city.id }, note, 1);
    const textKey = `same-text-${'0'.repeat(32)}`;
    await service.commit({
      places: {
        cities: [city, cityDocument(4, { status: 'pending' })],
        locations: [place, locationDocument(5, city.id, { status: 'pending', submittedBy: admin.userId })],
        photos: [photoDocument(3, place.id, { uploadedBy: admin.userId })],
        opinions: [opinionDocument(place.id, admin.userId)],
        edits: [editDocument(6, place)],
      },
      search: { locations: [searchDocument(place, city.name)] },
      queue: {
        totals: [queueTotals({ photo: 1 })],
        cities: [queueCity(1)],
        locations: [
          queueLocation(2, city.id),
          ...[11, 12, 13].map((each) => queueLocation(each, city.id, { state: 'waiting', textKey })),
        ],
        photos: [queuePhoto(3, queueLocation(2, city.id))],
      },
      history: {
        events: [historyDocument(7, `city:${city.id}`), historyDocument(8, `location:${place.id}`)],
      },
    });
    const append = createAppending(service.events);
    await append(events.city.submitted(city.id), events.city.approved(city.id));
    await append(events.location.submitted(place.id, city.id));
    await append(events.photo.added(photoDocument(3, place.id).id, place.id));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** The queries for the calls that require one. */
  const queries: Readonly<Record<string, string>> = {
    '/api/suggest': '?q=li',
    '/api/photos': '?by={userId}',
    [operations.listNotes.path]: `?entityType=city&entityId=${city.id}`,
    [operations.cityAt.path]: '?time=2999-01-01',
    [operations.locationAt.path]: '?time=2999-01-01',
    [operations.compareCity.path]: '?from=2999-01-01&to=2999-01-02',
    [operations.compareLocation.path]: '?from=2999-01-01&to=2999-01-02',
  };
  const gets = Object.entries(operations).filter(
    ([, { method, path }]) => method === 'GET' && path.startsWith('/api/') && path !== '/api/login',
  );

  test.each(gets)('%s', async (_name, { path }) => {
    const address = path
      .replace('{kind}', 'city')
      .replace('/photos/{id}', `/photos/${id(3)}`)
      .replace('/lists/{id}', `/lists/${id(20)}`)
      .replace('{id}', /\/cities\/|\{kind\}/.test(path) ? city.id : place.id)
      .replace('{position}', '2')
      .replace('{userId}', admin.userId);
    const query = (queries[path] ?? '').replace('{userId}', admin.userId);
    const body = await service.json(address + query, admin);
    const validate = ajv.getSchema(
      pointer('paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema'),
    );
    expect(validate?.(body), JSON.stringify(validate?.errors)).toBe(true);
    if (Array.isArray(body)) expect(body, 'an empty list shows nothing').not.toHaveLength(0);
  });

  test('a refusal', async () => {
    const response = await service.get('/api/cities?limit=x');
    const validate = ajv.getSchema(pointer('components', 'schemas', 'Problem'));
    expect(validate?.(await response.json())).toBe(true);
  });

  test('it is served, and as a page without scripts', async () => {
    expect(await service.json('/api/openapi.json')).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await service.get('/api/docs');
    const html = await page.text();
    expect(page.headers.get('Content-Type')).toContain('text/html');
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|style=|onclick/i);
    for (const name of Object.keys(operations)) expect(html).toContain(`id="${name}"`);
    expect((await service.get('/api/docs.css')).headers.get('Content-Type')).toContain('text/css');
  });
});
