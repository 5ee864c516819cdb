import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readConfig } from '#apps/config';

import { startLightfall, type Running } from '#apps/all-in-one/start';
import { cityInput } from '../api/given.ts';
import { folderOfFile } from '../harness/folders.ts';
import { openRaw } from './raw.ts';

/** Request data cannot add lines, secrets or terminal codes to the log. */

const lines: string[] = [];
const folder = folderOfFile();
let running: Running;
let origin: string;
beforeAll(async () => {
  const environment = {
    PORT: '0',
    DATA_DIR: folder,
    SAMPLE: 'none',
    RATE_LIMIT: 'off',
    ADMIN_PASSWORD: 'the admin password',
    GITHUB_CLIENT_ID: 'the id of the app',
    GITHUB_CLIENT_SECRET: 'the secret of the app',
  };
  running = await startLightfall({
    config: readConfig(environment),
    logger: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    print: () => undefined,
    pages: folder,
  });
  origin = running.origin.replace('localhost', '127.0.0.1');
});
afterAll(() => running[Symbol.asyncDispose]());

const forged = '{"level":60,"msg":"forged"}';
const send = async (
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${origin}${address}`, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

it('every line is one JSON object, whatever a request contains', async () => {
  const strange = [
    '%0a',
    '%0d%0a',
    '%1b[31m',
    '%00',
    '%7f',
    '%c2%9b2J',
    '%e2%80%a8',
    '%22,%22level%22:60,%22x%22:%22',
  ];
  for (const each of strange) {
    await send('GET', `/api/cities/${each}${encodeURIComponent(forged)}`);
    await send('GET', `/${each}${encodeURIComponent(forged)}?q=${each}`);
    await send('POST', '/auth/login', { email: decodeURIComponent(each) + forged, password: `x${forged}\n` });
    await send('POST', '/api/cities', cityInput({ name: `a\n${forged}` }));
  }
  using raw = openRaw(origin);
  raw.socket.write(
    `GET /\u001b[31m${forged.replaceAll(' ', '')} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\tb\r\nUser-Agent: \u001b[2J\r\n\r\n`,
  );
  await raw.closed();
  for (const line of lines) {
    expect(line.endsWith('\n')).toBe(true);
    const text = line.slice(0, -1);
    // oxlint-disable-next-line no-control-regex -- these are what must not be there
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    const parsed = JSON.parse(text) as { level: number; msg?: string };
    expect(parsed.level).toBeLessThan(60);
    expect(parsed.msg).not.toBe('forged');
  }
  expect(lines.length).toBeGreaterThan(20);
});

it('the server chooses the request id, not the sender', async () => {
  const { headers } = await send('GET', '/api/cities', undefined, {
    'X-Request-Id': 'mine',
    'X-Correlation-Id': 'mine',
  });
  expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(lines.join('')).not.toContain('"mine"');
});

it('contains no password, token, email, name or search of a person', async () => {
  const secret = {
    email: 'secret.person@example.org',
    password: 'a secret password',
    firstName: 'Secretia',
    lastName: 'Hidden',
  };
  const response = await send('POST', '/auth/register', secret);
  const { accessToken, refreshToken } = JSON.parse(response.text) as {
    accessToken: string;
    refreshToken: string;
  };
  await send('POST', '/auth/login', secret);
  await send('POST', '/auth/login', { ...secret, password: 'a wrong password' });
  await send('GET', '/api/auth/user', undefined, { Authorization: `Bearer ${accessToken}` });
  await send('GET', '/api/auth/user', undefined, { Cookie: `lightfall_session=${accessToken}` });
  await send('GET', `/api/cities?search=${encodeURIComponent('what I looked for')}`);
  await send('GET', '/auth/callback?code=secret-code&state=secret-state');
  await send('GET', '/auth/oauth/google/callback?code=secret-code&state=secret-state');
  await send('GET', '/auth/oauth/github/callback?code=secret-code&state=secret-state');
  await send('POST', '/auth/refresh', { refreshToken });
  const all = lines.join('');
  const parts = [accessToken, refreshToken].map((token) => token.split('.')[1] ?? token);
  for (const each of [
    ...Object.values(secret),
    ...parts,
    'a wrong password',
    'the admin password',
    'the secret of the app',
    'looked',
    'secret-code',
    'secret-state',
  ]) {
    expect(all).not.toContain(each);
  }
  expect(all).not.toMatch(/argon2|lightfall_session/);
});

/** The lines of what `work` sends. */
async function linesOf(count: number, work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  lines.length = 0;
  await work();
  await expect.poll(() => lines.length).toBe(count);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('records for each refusal the time, request, status and network', async () => {
  const told = await linesOf(2, async () => {
    await send('POST', '/auth/login', { email: 'nobody@example.org', password: 'wrong' });
    await send('POST', '/api/cities', cityInput());
  });
  expect(told[0]).toMatchObject({
    level: 30,
    method: 'POST',
    path: '/auth/login',
    status: 401,
    address: '127.0.0.1',
  });
  expect(told[1]).toMatchObject({ method: 'POST', path: '/api/cities', status: 401, address: '127.0.0.1' });
  for (const line of told)
    expect(line).toMatchObject({ time: expect.any(Number), requestId: expect.any(String) });
});

it('records who signed in, and who was refused what; a network only of refusals', async () => {
  const body = { email: 'logged@example.org', password: 'a good password', firstName: 'A', lastName: 'B' };
  const { accessToken, user } = JSON.parse((await send('POST', '/auth/register', body)).text) as {
    accessToken: string;
    user: { id: string };
  };
  const told = await linesOf(2, async () => {
    await send('POST', '/auth/login', body);
    await send('GET', '/api/admin/cities', undefined, { Authorization: `Bearer ${accessToken}` });
  });
  expect(told[0]).toMatchObject({ path: '/auth/login', status: 200, userId: user.id });
  expect(told[0]).not.toHaveProperty('address');
  expect(told[1]).toMatchObject({
    path: '/api/admin/cities',
    status: 403,
    userId: user.id,
    address: '127.0.0.1',
  });
});
