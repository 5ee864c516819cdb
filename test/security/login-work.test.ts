import type * as Argon from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';

const counted = vi.hoisted(() => ({ verified: [] as string[], hashed: 0 }));
// The real functions with a counter in front, because the amount of work shows in the time.
vi.mock('@node-rs/argon2', async (original) => {
  const argon = await original<typeof Argon>();
  return {
    ...argon,
    verify: (hash: string, given: string) => {
      counted.verified.push(hash.split('$').slice(1, 4).join(' '));
      return argon.verify(hash, given);
    },
    hash: (given: string, options?: object) => {
      counted.hashed += 1;
      return argon.hash(given, options);
    },
  };
});
// This also affects modules that another file in the same worker has already loaded.
vi.resetModules();
const { startForFile, password } = await import('../api/server.ts');
const server = await startForFile();

it('a login is the same work whether the account exists, has a password, or neither', async () => {
  const anna = await server.register();
  const work = async (email: string, given: string) => {
    counted.verified.length = 0;
    const { status } = await server.visitor.post('/auth/login', { email, password: given });
    return { status, verified: [...counted.verified] };
  };
  const once = ['argon2id v=19 m=8,t=1,p=1'];
  expect(await work(anna.email, 'wrong')).toEqual({ status: 401, verified: once });
  for (const given of ['wrong', 'the password of an account that does not exist'])
    expect(await work('nobody@example.org', given)).toEqual({ status: 401, verified: once });
  expect(await work(server.adminEmail, 'wrong')).toEqual({ status: 401, verified: once });
  expect(await work(anna.email, password)).toEqual({ status: 200, verified: once });
});

it('registering is the same work whether the email is free, taken, or the administrator’s', async () => {
  const anna = await server.register();
  for (const [email, status] of [
    ['free@example.org', 201],
    [anna.email, 409],
    [server.adminEmail, 409],
  ] as const) {
    const before = counted.hashed;
    const input = { email, password, firstName: 'A', lastName: 'B' };
    expect((await server.visitor.post('/auth/register', input)).status).toBe(status);
    expect(counted.hashed - before).toBe(1);
  }
});
