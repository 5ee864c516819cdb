import { expect, it } from 'vitest';

import { expectProblem } from '../api/client.ts';
import { password } from '../api/server.ts';
import { startMailServer } from '../mail/smtp.ts';
import { createWorld, signIn, userOf } from './world.ts';
import { untilEndOfFile } from '../harness/for-file.ts';

const mail = untilEndOfFile(await startMailServer());
const world = untilEndOfFile(
  await createWorld({ MAIL_URL: mail.url, MAIL_FROM: 'The Guide <guide@example.org>' }),
);

const login = (email: string, given: string) =>
  world.server.visitor.post('/auth/login', { email, password: given });

interface Attack extends AsyncDisposable {
  /** Lets the last request finish, and returns all passwords and access tokens of the attacker. */
  stop(): Promise<{ readonly passwords: readonly string[]; readonly tokens: readonly string[] }>;
}

/** Signs up with another person's address, and changes the password again and again, as long as that works. */
async function plant(email: string): Promise<Attack> {
  const body = { email, password, firstName: 'Planted', lastName: 'Person' };
  const planted = await world.server.visitor.post('/auth/register', body);
  const passwords = [password];
  const tokens: string[] = [planted.body.accessToken];
  const over = new AbortController();
  const running = (async () => {
    while (!over.signal.aborted) {
      const newPassword = `planted password ${passwords.length}`;
      const body = { currentPassword: passwords.at(-1), newPassword };
      const changed = await world.server
        .client({ token: tokens.at(-1) ?? '' })
        .put('/auth/account/password', body);
      passwords.push(newPassword);
      if (changed.status !== 200) return;
      tokens.push(changed.body.accessToken);
    }
  })();
  const stop = async () => {
    over.abort();
    await running;
    return { passwords, tokens };
  };
  return { stop, [Symbol.asyncDispose]: () => stop().then(() => undefined) };
}

async function expectNothingOf(email: string, attack: Attack): Promise<void> {
  const { passwords, tokens } = await attack.stop();
  for (const each of passwords) expect((await login(email, each)).status).toBe(401);
  for (const token of tokens) expectProblem(await world.server.client({ token }).get('/api/auth/user'), 401);
}

let owners = 0;
const rounds = Array.from({ length: 3 }, (_, round) => [round] as const);

it.each(rounds)('a provider’s claim ends a password that is being changed (%i)', async () => {
  const email = `owner-${(owners += 1)}@example.org`;
  const owner = world.person({ email });
  await using attack = await plant(email);
  const browser = world.browser();
  const page = await signIn(browser, 'google', owner.id);
  expect(page.url.searchParams.get('notice')).toBe('password-removed');
  await expectNothingOf(email, attack);
  expect(await userOf(browser)).toMatchObject({ email });
});

it.each(rounds)('a mailed link ends a password that is being changed (%i)', async () => {
  const email = `owner-${(owners += 1)}@example.org`;
  const isReset = (each: { readonly to: readonly string[]; readonly subject: string }) =>
    each.to.includes(email) && each.subject === 'Choose a new password';
  await using attack = await plant(email);
  await world.server.visitor.post('/auth/password/forgot', { email });
  const { text } = await mail.next(isReset);
  const token = /[?]token=([\w-]+)/.exec(text)?.[1];
  const done = await world.server.visitor.post('/auth/password/reset', { token, password: 'of the owner' });
  expect(done.status).toBe(200);
  await expectNothingOf(email, attack);
  expect((await world.server.client({ token: done.body.accessToken }).get('/api/auth/user')).status).toBe(
    200,
  );
  expect((await login(email, 'of the owner')).status).toBe(200);
});
