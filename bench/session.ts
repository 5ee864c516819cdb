import * as z from 'zod/mini';

import { createCaller, succeed } from './caller.ts';
import { adminEmail, adminPassword } from './seed.ts';

const SignedIn = z.object({ accessToken: z.string() });

export type Authorization = Readonly<{ Authorization: string }>;

/** Headers of requests by the administrator. */
export const asAdministrator = (origin: string): Promise<Authorization> =>
  signIn(origin, '/auth/login', { email: adminEmail, password: adminPassword });

/** Headers of a person who has just signed up. */
export const asNewcomer = (origin: string): Promise<Authorization> =>
  signIn(origin, '/auth/register', {
    email: `person-${Date.now()}@example.com`,
    password: 'another-password',
    firstName: 'Some',
    lastName: 'Person',
  });

async function signIn(origin: string, path: string, body: object): Promise<Authorization> {
  using call = createCaller(origin);
  const { text } = await succeed(call(path, { method: 'POST', body }));
  const { accessToken } = SignedIn.parse(JSON.parse(text));
  return { Authorization: `Bearer ${accessToken}` };
}
