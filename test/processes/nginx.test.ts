import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { startServer } from '../api/server.ts';
import { freePort } from '../harness/free-port.ts';

/** The proxy of `docker compose`. */

const configuration = await readFile('deploy/nginx.conf', 'utf8');
const isInstalled = spawnSync('nginx', ['-v']).status === 0;

/** The values of a directive, wherever it occurs. */
const valuesOf = (directive: string): string[] =>
  [...configuration.matchAll(new RegExp(`^\\s*${directive}\\s+(.*);$`, 'gm'))].map(([, value = '']) => value);

describe('the configuration of nginx', () => {
  it('stores no bodies and no answers in files, and limits connections', () => {
    expect(valuesOf('proxy_request_buffering')).toEqual(['off']);
    expect(valuesOf('proxy_max_temp_file_size')).toEqual(['0']);
    expect(valuesOf('client_max_body_size')).toEqual(['8m']);
    expect(valuesOf('limit_conn')).toEqual(['address 600', 'all 4000']);
  });

  it('has a size for every temporary file system in memory', async () => {
    const compose = await readFile('docker-compose.yml', 'utf8');
    const sizes = [...compose.matchAll(/^\s*tmpfs: (.*)$/gm)].map(([, value]) => value);
    expect(sizes).toHaveLength(4);
    for (const size of sizes) expect(size).toMatch(/^\/tmp:size=\d+m$/);
  });
});

/** nginx with this configuration, in front of one server instead of several services. */
async function startNginx(origin: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightfall-nginx-'));
  await mkdir(path.join(folder, 'logs'));
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  const changed = configuration
    .replaceAll(/http:\/\/\$\w+:3000/g, origin)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace(/^\s*resolver .*$/m, '')
    .replaceAll('/tmp/', `${folder}/`)
    .replace('/dev/stderr', `${folder}/error.log`);
  await writeFile(file, changed);
  const nginx = (...args: string[]) => promisify(execFile)('nginx', ['-p', folder, '-c', file, ...args]);
  await nginx('-t');
  // Returns once it listens.
  await nginx();
  return {
    port,
    async [Symbol.asyncDispose]() {
      await nginx('-s', 'stop');
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/**
 * Sends the head and some of a long body, and returns the status of the response that comes before the rest is sent.
 */
async function statusOfUnsent(port: number, token?: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  const head = [
    'POST /api/locations/00000000-0000-4000-8000-000000000000/photos HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 5000000',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"imageData":"${'A'.repeat(100_000)}`);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1]);
}

it.skipIf(!isInstalled)('a body is refused before it is sent completely (needs nginx)', async () => {
  await using server = await startServer({ TRUST_PROXY: '1' });
  await using nginx = await startNginx(server.origin);
  expect((await fetch(`http://127.0.0.1:${nginx.port}/api/cities`)).status).toBe(200);
  expect(await statusOfUnsent(nginx.port)).toBe(401);
  const anna = await server.register('Anna');
  expect(await statusOfUnsent(nginx.port, anna.accessToken)).toBe(404);
});
