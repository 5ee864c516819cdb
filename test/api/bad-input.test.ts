import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { operations } from '#contracts/api';
import type { Operation } from '#contracts/shared/operation';

import { expectProblem, type Client } from './client.ts';
import { cityInput, givenCity, missingId } from './given.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna } = await startWithPeople();

const writes = (Object.values(operations) as Operation[]).filter(({ body }) => body !== undefined);
const pathOf = ({ path }: Operation) => path.replace('{kind}', 'city').replaceAll(/\{\w+\}/g, missingId);
const send = (who: Client, operation: Operation, raw: string, headers: Record<string, string> = {}) =>
  who.call(operation.method, pathOf(operation), undefined, { raw, headers });

const fields = [
  ...['name', 'country', 'imageUrl', 'description', 'cityId', 'category', 'rating', 'reason', 'note'],
  ...['force', 'revision', 'imageData', 'fileName', 'locationId', 'caption', 'address', 'bestTimeToVisit'],
  ...['email', 'password', 'firstName', 'lastName', 'accessToken', 'refreshToken'],
];

describe.each(writes.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_name, operation) => {
    it('refuses a body that is not JSON', async () => {
      const texts = [
        '{',
        '{"name":',
        'name=x',
        "{'name': 1}",
        '{"a":1}}',
        'null',
        '"text"',
        '7',
        '\u0000',
        '<xml/>',
      ];
      for (const response of await Promise.all(texts.map((raw) => send(admin, operation, raw)))) {
        expectProblem(response, 400);
        expect(response.body.message).toContain('JSON object');
      }
    });
    it('refuses a list, and wrong types and operators everywhere', async () => {
      const sendEverywhere = async (value: unknown): Promise<void> => {
        const body = Object.fromEntries(fields.map((field) => [field, value]));
        const { status } = await send(admin, operation, JSON.stringify(body));
        // The value is valid for an operation that only takes a number or a boolean.
        if (status !== 400) expect([7, true]).toContain(value);
        if (status !== 400) expect([401, 404]).toContain(status);
      };
      const values = [{ $gt: '' }, { $ne: null }, ['a'], 7, true, {}, [[]], '\u0000'];
      await Promise.all(values.map(sendEverywhere));
      expectProblem(await send(admin, operation, '[]'), 400);
    });
    it('refuses a body whose content type is not JSON', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ])
        expectProblem(await send(admin, operation, '{}', { 'Content-Type': type }), 415, 'Please send JSON.');
    });
  },
);

describe('a name of 1 MB', () => {
  it('is refused, even when it is sent in chunks without a declared length', async () => {
    const body = JSON.stringify(cityInput({ name: 'x'.repeat(1024 * 1024) }));
    expectProblem(await anna.post('/api/cities', undefined, { raw: body }), 413, 'The request is too large.');
    const response = await fetch(`${server.origin}/api/cities`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${anna.accessToken}` },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    await response.text();
  });
});

describe('a compressed body', () => {
  const sendZipped = (body: object, encoding = 'gzip') =>
    fetch(`${server.origin}/api/cities`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Encoding': encoding,
        Authorization: `Bearer ${anna.accessToken}`,
      },
      body: gzipSync(JSON.stringify(body)),
    });

  it.each(['gzip', 'GZIP', 'deflate', 'br', 'gzip, gzip', 'evil'])(
    'as %s is refused, unread',
    async (encoding) => {
      const response = await sendZipped(cityInput({ name: 'x'.repeat(20_000_000) }), encoding);
      expect(response.status).toBe(415);
      expect(await response.text()).toContain('A compressed body is not taken.');
      expect((await server.visitor.get('/api/cities')).status).toBe(200);
    },
  );
  it('is read if only its header says that it is compressed', async () => {
    const response = await anna.post('/api/cities', cityInput(), {
      headers: { 'Content-Encoding': 'identity' },
    });
    expect(response.status).toBe(201);
  });
});

describe('queries', () => {
  it.each([
    'search[$ne]=x',
    'search[]=x',
    'limit[$gt]=0',
    'category[$in][]=cafe',
    '__proto__[x]=1',
    'constructor=1',
    '%00=%00',
    '=',
    '&&&',
    'search=%E0%A4%A',
    'search=%FF%FE',
    'search=%F0%9F%8F%99',
    `cursor=${'A'.repeat(500)}`,
    `cursor=${Buffer.from('["locations",1e999,""]').toString('base64url')}`,
    `cursor=${Buffer.from('["locations",9007199254740993,"x"]').toString('base64url')}`,
    `cursor=${Buffer.from('["locations",{"$gt":1},"x"]').toString('base64url')}`,
    `cursor=${Buffer.from('["trending",null,null]').toString('base64url')}`,
    `cursor=${Buffer.from('["cities","approved",0,"\\u0000","x"]').toString('base64url')}`,
    `cursor=${Buffer.from('["city-search",0,0,"",""]').toString('base64url')}`,
    `cursor=${Buffer.from('["location-search",0,1e308]').toString('base64url')}`,
    `cursor=${Buffer.from('["location-search",0,-1]').toString('base64url')}`,
  ])('%s is answered or refused, never with a server error', async (query) => {
    const open = ['cities?', 'locations?', 'locations/trending?', 'locations?search=abc&'];
    const closed = ['admin/cities?', 'admin/locations?', 'admin/pending-edits?', 'submissions?'];
    const responses = await Promise.all([
      ...open.map((path) => server.visitor.get(`/api/${path}${query}`)),
      ...closed.map((path) => admin.get(`/api/${path}${query}`)),
    ]);
    for (const { status } of responses) expect([200, 400]).toContain(status);
  });
});

describe('ids', () => {
  it.each(['1', 'null', 'undefined', '..', '%2e%2e', "' OR 1=1", '%00', '[object Object]', 'x'.repeat(3000)])(
    '%s is 400 or 404, never a server error',
    async (id) => {
      for (const path of ['cities', 'locations', 'photos']) {
        const send = (method: string) =>
          admin.call(method, `/api/${path}/${encodeURIComponent(id)}`, method === 'GET' ? undefined : {});
        const responses = await Promise.all(['GET', 'PUT', 'DELETE', 'PATCH'].map(send));
        for (const { status } of responses) expect([400, 404, 405]).toContain(status);
      }
    },
  );
});

describe('an address that is too long', () => {
  it('is refused', async () => {
    const response = await fetch(`${server.origin}/api/cities?search=${'x'.repeat(20_000)}`);
    expect([400, 414, 431]).toContain(response.status);
    await response.text();
  });
});

describe('a connection that sends nonsense', () => {
  it.each([
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /api/cities HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
  ])('%j is closed, and the server continues', async (text) => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    const response = await new Promise<string>((resolve, reject) => {
      let read = '';
      socket.on('data', (chunk) => (read += chunk.toString()));
      socket.on('close', () => resolve(read));
      socket.on('error', reject);
      socket.write(text);
    });
    expect(response).toMatch(/^HTTP\/1\.1 (400|505)/);
    expect((await server.visitor.get('/api/cities')).status).toBe(200);
  });
  it('may break in the middle of a body', async () => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(
      `POST /api/cities HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${anna.accessToken}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":',
    );
    await new Promise<void>((resolve) => socket.end(() => resolve()));
    socket.destroy();
    expect((await givenCity(anna)).status).toBe('pending');
  });
});
