import { call } from '../harness/http.ts';
import { adminEmail, adminPassword } from '../harness/in-process.ts';

export const roles = ['visitor', 'other', 'owner', 'admin'] as const;
export type Role = (typeof roles)[number];

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** The four people who send requests, and how they stay signed in. */
export interface People {
  /** Undefined for the visitor. */
  credentialsOf(role: Role): Credentials | undefined;
  /** Everybody's current tokens. */
  tokens(): string[];
  passwords(): string[];
  emails(): string[];
  /** Must be called when a request of this person has set this password. */
  changedPassword(role: Role, password: string): void;
  /**
   * Signs in again the people whose requests have signed them out or erased them. @throws Error when that is refused
   */
  signInAgain(): Promise<void>;
}

const firstPassword = 'a good password';

/** Signs in the administrator of a server that the harness has started, and registers two others. */
export async function signInEverybody(origin: string): Promise<People> {
  const people = new Map<Role, Credentials>();
  const earlier = new Map<Role, readonly string[]>();
  let registered = 0;

  async function enter(role: Role, path: string, body: { email: string; password: string }) {
    const response = await call(origin, 'POST', path, { body });
    if (response.status !== 200 && response.status !== 201) return false;
    const { accessToken, refreshToken } = response.body as Credentials;
    people.set(role, { email: body.email, password: body.password, accessToken, refreshToken });
    return true;
  }
  async function enterByOne(role: Role, email: string, passwords: readonly string[]): Promise<boolean> {
    for (const password of new Set(passwords)) {
      if (await enter(role, '/auth/login', { email, password })) return true;
    }
    return false;
  }
  async function register(role: Role): Promise<void> {
    registered += 1;
    const email = `${role}-${registered}@lightfall.test`;
    const names = { firstName: role, lastName: 'Fuzz' };
    const done = await enter(role, '/auth/register', { email, password: firstPassword, ...names });
    if (!done) throw new Error(`${role} could not register`);
  }

  await register('owner');
  await register('other');
  if (!(await enter('admin', '/auth/login', { email: adminEmail, password: adminPassword }))) {
    throw new Error('The administrator could not sign in');
  }
  return {
    credentialsOf: (role) => people.get(role),
    tokens: () =>
      [...people.values()].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]),
    emails: () => [...people.values()].map(({ email }) => email),
    passwords: () => [firstPassword, ...[...people.values()].map(({ password }) => password)],
    changedPassword(role, password) {
      const known = people.get(role);
      if (known === undefined) return;
      // Of two simultaneous changes it is unknown which came last, so the former passwords are kept.
      people.set(role, { ...known, password });
      earlier.set(role, [known.password, ...(earlier.get(role) ?? [])]);
    },
    async signInAgain() {
      for (const [role, { email, password, accessToken: token }] of people) {
        if ((await call(origin, 'GET', '/auth/session', { token })).status === 200) continue;
        const passwords = [password, ...(earlier.get(role) ?? [])];
        if (await enterByOne(role, email, passwords)) continue;
        if (role === 'admin') throw new Error('The administrator cannot sign in any more');
        await register(role);
      }
    },
  };
}
