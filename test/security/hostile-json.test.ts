import { describe, expect, it } from 'vitest';

import { expectProblem } from '../api/client.ts';
import { cityInput } from '../api/given.ts';
import { takesPicture } from '../api/pictures.ts';
import { startForFile } from '../api/server.ts';
import { calls, pathOf, withBody } from './operations.ts';

/** JSON that tries to crash the process, or to change the prototype of all objects. */

const server = await startForFile();
const anna = await server.register('Anna');

const nested = (depth: number): string => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const inherited = ['isAdmin', 'role', 'status', 'limit', 'polluted', 'statusCode', 'path', 'raw', 'name'];

function expectClean(): void {
  for (const name of inherited) expect(({} as Record<string, unknown>)[name], name).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Object.keys(Array.prototype)).toEqual([]);
}

describe.each(withBody)('$method $path', (call) => {
  const send = (raw: string) => server.admin.call(call.method, pathOf(call), undefined, { raw });

  it('survives nesting as deep as a body can be', async () => {
    for (const raw of [
      nested(32_000),
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      '['.repeat(65_000),
    ]) {
      expect((await send(raw)).status).toBeLessThan(500);
    }
  });

  it('survives many keys, and keys that collide in a hash table', async () => {
    const keys = Array.from({ length: 6_000 }, (_, number) => `"k${number}":0`).join(',');
    const twice = `{${Array.from({ length: 5_000 }, () => '"name":1').join(',')}}`;
    const numbers = `{${Array.from({ length: 5_000 }, (_, number) => `"${number * 4096}":0`).join(',')}}`;
    for (const raw of [`{${keys}}`, twice, numbers]) expect((await send(raw)).status).toBeLessThan(500);
  });

  it('survives invalid numbers', async () => {
    for (const number of ['1e999', '-1e999', '9'.repeat(10_000), '0.'.padEnd(10_000, '1'), '-0', '1E-400']) {
      const raw = `{"rating":${number},"revision":${number},"fileSize":${number},"isPrimary":${number}}`;
      expect((await send(raw)).status).toBeLessThan(500);
    }
  });

  it('lets no prototype be changed', async () => {
    for (const raw of [
      `{"__proto__":{${inherited.map((name) => `"${name}":"yes"`).join(',')}}}`,
      `{"constructor":{"prototype":{${inherited.map((name) => `"${name}":"yes"`).join(',')}}}}`,
      '{"name":{"__proto__":{"polluted":1}},"changes":{"__proto__":{"polluted":1}}}',
      '{"__proto__":null,"toString":null,"hasOwnProperty":null,"valueOf":1,"then":1}',
      '[{"__proto__":{"polluted":1}}]',
    ]) {
      expect((await send(raw)).status).toBeLessThan(500);
      expectClean();
    }
  });

  it('refuses a body that is too large before reading all of it', async () => {
    const most = takesPicture(call.path) ? 7_500_000 : 64 * 1024;
    expectProblem(await send(JSON.stringify({ name: 'x'.repeat(most) })), 413);
  });
});

it('inherited values of a body are ignored', async () => {
  const raw = `{"__proto__":${JSON.stringify(cityInput())}}`;
  expectProblem(await anna.post('/api/cities', undefined, { raw }), 400);
});

it.each(calls.filter(({ method }) => method === 'GET'))(
  'GET $path: a query changes no prototype',
  async (call) => {
    for (const query of [
      '__proto__[polluted]=1&constructor[prototype][polluted]=1',
      '__proto__=1&constructor=1&prototype=1&toString=1&hasOwnProperty=1&length=1',
      '__proto__.polluted=1&a[__proto__][polluted]=1',
    ]) {
      const response = await server.admin.get(`${pathOf(call)}?${query}`);
      // Some need a parameter that is not there.
      expect([200, 302, 400, 404, 503]).toContain(response.status);
      expectClean();
    }
  },
);
