import { describe, expect, it } from 'vitest';

import { expectProblem, type Client } from '../api/client.ts';
import { missingId } from '../api/given.ts';
import { password, startForFile, startServer, type Person } from '../api/server.ts';
import { textsIn } from '../auth/world.ts';
import { untilEndOfFile } from '../harness/for-file.ts';
import { startMailServer, type Received } from './smtp.ts';

/** Links in mails with which people choose a new password and confirm their address. */

const origin = 'https://guide.example';
const mail = untilEndOfFile(await startMailServer({ user: { name: 'guide', password: 'it’s a secret/' } }));
const server = await startForFile({
  PUBLIC_ORIGIN: origin,
  MAIL_URL: mail.url,
  MAIL_FROM: 'The Guide <guide@example.org>',
});

const forgot = (email: string) => server.visitor.post('/auth/password/forgot', { email });
const reset = (token: string, given = 'a brand new one') =>
  server.visitor.post('/auth/password/reset', { token, password: given });
const confirm = (token: string, by: Client = server.visitor, given?: string) =>
  by.post('/auth/email/confirm', { token, password: given });
const login = (email: string, given: string) =>
  server.visitor.post('/auth/login', { email, password: given });
const isIn = async (who: Person) => (await who.get('/api/auth/user')).status === 200;

const isConfirmation = ({ subject }: Received) => subject === 'Confirm your email address';
const isReset = ({ subject }: Received) => subject === 'Choose a new password';
/** Waits for `count` mails of that kind to that address. */
async function mailsFor(
  email: string,
  isWanted: (mail: Received) => boolean,
  count = 1,
): Promise<Received[]> {
  const found = () => mail.received.filter((each) => each.to.includes(email) && isWanted(each));
  await mail.next(() => found().length >= count);
  return found();
}
function tokenIn({ text }: Received): string {
  const [, token] = /[?]token=([\w-]+)/.exec(text) ?? [];
  if (token === undefined) throw new Error('There is no link in the mail');
  return token;
}
const resetToken = async (email: string, count = 1) => {
  const mails = await mailsFor(email, isReset, count);
  const last = mails.at(-1);
  if (last === undefined) throw new Error('There is no mail');
  return tokenIn(last);
};

describe('a forgotten password', () => {
  it('is replaced with a link that works once, ends all sessions, and signs in', async () => {
    const anna = await server.register('Anna');
    const response = await forgot(anna.email.toUpperCase());
    expect([response.status, response.text]).toEqual([202, '']);
    const [sent] = await mailsFor(anna.email, isReset);
    expect(sent?.from).toBe('guide@example.org');
    expect(sent?.headers.get('from')).toBe('The Guide <guide@example.org>');
    const token = await resetToken(anna.email);
    const link = `${origin}/reset-password?token=${token}`;
    expect(sent?.text).toContain(link);
    expect(sent?.html).toContain(`href="${link}"`);

    expectProblem(await reset(token, 'short'), 400, 'Password must be at least 6 characters');
    const done = await reset(token);
    expect(done.status).toBe(200);
    expect(done.body.user).toMatchObject({ id: anna.id, emailConfirmed: true });
    expect(done.headers.get('Set-Cookie')).toContain(done.body.accessToken);
    expect((await server.client({ token: done.body.accessToken }).get('/api/auth/user')).status).toBe(200);
    expect(await isIn(anna)).toBe(false);
    expectProblem(await login(anna.email, password), 401);
    expect((await login(anna.email, 'a brand new one')).status).toBe(200);

    expectProblem(await reset(token, 'yet another one'), 400, 'This link is no longer valid.');
    expectProblem(await login(anna.email, 'yet another one'), 401);
  });

  it('gets one new password, however many requests use the link at once', async () => {
    const anna = await server.register();
    await forgot(anna.email);
    const token = await resetToken(anna.email);
    const responses = await Promise.all(
      ['one of many', 'two of many', 'three of many'].map((each) => reset(token, each)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('ends all other links once it is replaced by one of them, not by a changed password', async () => {
    const anna = await server.register();
    await forgot(anna.email);
    const first = await resetToken(anna.email);
    await forgot(anna.email);
    const second = await resetToken(anna.email, 2);
    expect((await reset(second)).status).toBe(200);
    expectProblem(await reset(first, 'the first one'), 400, 'This link is no longer valid.');

    const ben = await server.register();
    await forgot(ben.email);
    const token = await resetToken(ben.email);
    await ben.put('/auth/account/password', { currentPassword: password, newPassword: 'changed by Ben' });
    expect((await reset(token)).status).toBe(200);
  });

  it('is answered the same for addresses without an account, and these get no mail', async () => {
    const anna = await server.register();
    const known = await forgot(anna.email);
    const unknown = await forgot('nobody@lightfall.test');
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const names = (response: typeof known) =>
      [...response.headers.keys()].filter((name) => name !== 'date').sort();
    expect(names(unknown)).toEqual(names(known));
    // This mail is requested later, so a mail to the unknown address would have been sent before it.
    await forgot(anna.email);
    await resetToken(anna.email, 2);
    expect(mail.received.filter(({ to }) => to.includes('nobody@lightfall.test'))).toEqual([]);
    expectProblem(await forgot('not an address'), 400, 'Please enter a valid email address');
  });

  it('also works for accounts that have never had a password', async () => {
    const { admin } = server;
    await forgot(server.adminEmail);
    const token = await resetToken(server.adminEmail);
    const done = await reset(token, server.adminPassword);
    expect(done.body.user).toMatchObject({ isAdmin: true });
    expect(await isIn(admin)).toBe(false);
  });

  it('cannot be replaced with a made-up token, one of another kind, or one of an erased account', async () => {
    for (const token of ['x', missingId, 'a'.repeat(43)])
      expectProblem(await reset(token), 400, 'This link is no longer valid.');
    expectProblem(await server.visitor.post('/auth/password/reset', { password: 'no token at all' }), 400);
    const anna = await server.register();
    const [confirmation] = await mailsFor(anna.email, isConfirmation);
    if (confirmation === undefined) throw new Error('There is no mail');
    expectProblem(await reset(tokenIn(confirmation)), 400, 'This link is no longer valid.');
    await forgot(anna.email);
    const token = await resetToken(anna.email);
    await anna.post('/auth/account/erasure', { password });
    expectProblem(await reset(token), 400, 'This link is no longer valid.');
    expectProblem(await confirm(tokenIn(confirmation)), 400, 'This link is no longer valid.');
    for (const text of await textsIn(server.folder.path)) expect(text).not.toContain(anna.email);
  });

  it('leaves only the hash of a link in the stores', async () => {
    const anna = await server.register();
    await forgot(anna.email);
    const token = await resetToken(anna.email);
    for (const text of await textsIn(server.folder.path)) expect(text).not.toContain(token);
    expect((await reset(token)).status).toBe(200);
  });
});

describe('an address', () => {
  it('is confirmed by the link in a mail that is sent automatically, once', async () => {
    const anna = await server.register('Anna');
    const profile = async () => (await anna.get('/auth/account')).body;
    expect(await profile()).toMatchObject({ emailConfirmed: false });
    const [sent] = await mailsFor(anna.email, isConfirmation);
    if (sent === undefined) throw new Error('There is no mail');
    const token = tokenIn(sent);
    const link = `${origin}/confirm-email?token=${token}`;
    expect(sent.text).toContain(link);
    expect(sent.html).toContain(`href="${link}"`);
    // Opening the page does not use the link up.
    for (const _ of [1, 2]) {
      const page = await fetch(`${server.origin}/confirm-email?token=${token}`, {
        headers: { Accept: 'text/html' },
      });
      expect(page.status).toBe(200);
      expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    }
    expect(await profile()).toMatchObject({ emailConfirmed: false });
    expect((await confirm(token, anna)).body).toEqual({ emailConfirmed: true });
    expect(await profile()).toMatchObject({ emailConfirmed: true });
    expect(await isIn(anna)).toBe(true);
    expectProblem(await confirm(token, anna), 400, 'This link is no longer valid.');
  });

  it('is confirmed only in its account: signed in to it, or with its password', async () => {
    const [anna, ben] = [await server.register('Anna'), await server.register('Ben')];
    const [sent] = await mailsFor(anna.email, isConfirmation);
    const token = sent === undefined ? '' : tokenIn(sent);
    const refused = 'Sign in to confirm this address.';
    expectProblem(await confirm(token), 401, refused);
    expectProblem(await confirm(token, ben), 401, refused);
    expectProblem(await confirm(token, server.visitor, 'not the password'), 401, refused);
    expect((await anna.get('/auth/account')).body).toMatchObject({ emailConfirmed: false });
    expect((await confirm(token, ben, password)).body).toEqual({ emailConfirmed: true });
    for (const [person, emailConfirmed] of [
      [anna, true],
      [ben, false],
    ] as const)
      expect((await person.get('/auth/account')).body).toMatchObject({ emailConfirmed });
    expect(await isIn(anna)).toBe(true);
  });

  it('gets the mail again only at its owner’s request, and not after it is confirmed', async () => {
    expectProblem(await server.visitor.post('/auth/email/send'), 401);
    const anna = await server.register();
    expect((await anna.post('/auth/email/send')).status).toBe(202);
    const [first, second] = await mailsFor(anna.email, isConfirmation, 2);
    if (first === undefined || second === undefined) throw new Error('There are no two mails');
    expect((await confirm(tokenIn(second), anna)).status).toBe(200);
    expectProblem(await confirm(tokenIn(first), anna), 400, 'This link is no longer valid.');
    expect((await anna.post('/auth/email/send')).status).toBe(202);
    await forgot(anna.email);
    await resetToken(anna.email);
    expect(await mailsFor(anna.email, isConfirmation)).toHaveLength(2);
  });

  it('gets no text that a stranger chose until it is confirmed', async () => {
    const email = 'victim@lightfall.test';
    const body = { email, password, firstName: 'Win at evil.example', lastName: 'Now' };
    expect((await server.visitor.post('/auth/register', body)).status).toBe(201);
    await forgot(email);
    const mails = [...(await mailsFor(email, isConfirmation)), ...(await mailsFor(email, isReset))];
    for (const { raw, text, html } of mails) expect(raw + text + html).not.toContain('evil.example');
  });
});

describe('without mail', () => {
  it('people learn it, also from the answers', async () => {
    await using plain = await startServer();
    const sentence = 'Mail is not set up here. Please ask the administrator.';
    expectProblem(
      await plain.visitor.post('/auth/password/forgot', { email: 'a@lightfall.test' }),
      503,
      sentence,
    );
    const anna = await plain.register();
    expectProblem(await anna.post('/auth/email/send'), 503, sentence);
    expectProblem(
      await plain.visitor.post('/auth/password/reset', { token: 'x', password: 'a good one' }),
      400,
    );
    expect((await plain.visitor.get('/api/about')).body).toMatchObject({ sendsMail: false });
    expect((await server.visitor.get('/api/about')).body).toMatchObject({ sendsMail: true });
  });
});

describe('the limits', () => {
  it('of sign-ins apply to passwords set with a link', async () => {
    await using limited = await startServer({
      RATE_LIMIT: 'on',
      LOGIN_ATTEMPTS_PER_MINUTE: '3',
      MAIL_URL: mail.url,
      MAIL_FROM: 'guide@example.org',
    });
    const body = { email: 'guarded@lightfall.test', password, firstName: 'Anna', lastName: 'B' };
    expect((await limited.visitor.post('/auth/register', body)).status).toBe(201);
    const [sent] = await mailsFor(body.email, isConfirmation);
    const token = sent === undefined ? '' : tokenIn(sent);
    const guess = (given: string) => limited.visitor.post('/auth/email/confirm', { token, password: given });
    for (const number of [1, 2, 3]) expectProblem(await guess(`guess ${number}`), 401);
    expectProblem(await guess(password), 429);
    expectProblem(await limited.visitor.post('/auth/login', body), 429);
  });

  it('are counted for each network and each address', async () => {
    await using limited = await startServer({
      RATE_LIMIT: 'on',
      MAIL_URL: mail.url,
      MAIL_FROM: 'guide@example.org',
      SIGNUPS_PER_MINUTE: '9',
    });
    const anna = await limited.register();
    const email = anna.email;
    const before = mail.received.filter((each) => each.to.includes(email) && isReset(each)).length;
    const responses = [];
    for (let at = 0; at < 8; at += 1)
      responses.push((await limited.visitor.post('/auth/password/forgot', { email })).status);
    expect(responses).toEqual(Array.from({ length: 8 }, () => 202));
    // The ninth mail is for somebody else. All earlier mails have been sent once it arrives.
    await limited.visitor.post('/auth/password/forgot', { email: limited.adminEmail });
    await mail.next(
      () => mail.received.filter((each) => each.to.includes(limited.adminEmail) && isReset(each)).length >= 2,
    );
    expect(mail.received.filter((each) => each.to.includes(email) && isReset(each))).toHaveLength(before + 5);
    const tenth = await limited.visitor.post('/auth/password/forgot', { email: limited.adminEmail });
    expectProblem(tenth, 429);
    expect(Number(tenth.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
