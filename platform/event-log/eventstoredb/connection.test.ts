import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, createSecureServer, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect, promisify } from 'node:util';

import { DeadlineExceededError } from '@eventstore/db-client';
import { expect, it, vi } from 'vitest';

import { freePort } from '../../../test/harness/free-port.ts';
import { rejection } from '../event-log.contract.ts';
import { closed, isPassing, toUnavailable } from './connection.ts';
import { openEventStoreDbLog } from './event-log.ts';
import { LogUnavailable } from '../port.ts';

// Tests of a connection that need no node; event-log.test.ts has the others.

const password = 'c%3Ahangeit';
const spoken = 'c:hangeit';

it('fails when nothing listens', async () => {
  const port = await freePort();
  const opening = openEventStoreDbLog({ url: `esdb://admin:${password}@127.0.0.1:${port}?tls=false` });
  const error = await rejection(opening);
  expect(error).toBeInstanceOf(LogUnavailable);
  expect(error).toHaveProperty(
    'message',
    `The event log cannot be read: EventStoreDB cannot be reached (connect ECONNREFUSED 127.0.0.1:${port})`,
  );
  expect(inspect(error, { depth: 9 })).not.toMatch(/hangeit/);
});

it('counts an append that the node times out as passing', () => {
  expect(isPassing(new DeadlineExceededError())).toBe(true);
  expect(isPassing(new TypeError('of this program'))).toBe(false);
});

it('keeps the message of an error that says already what is unavailable', () => {
  const error = closed();
  expect(toUnavailable(error, 'The event log cannot be read')).toBe(error);
});

it('fails within the given time when the listener never answers', async () => {
  await using mute = await listening(createServer());
  const url = `esdb://127.0.0.1:${mute.port}?tls=false`;
  await expect(openEventStoreDbLog({ url, timeoutMs: 150 })).rejects.toThrow(/not answered within 150 ms/);
  await expect(openEventStoreDbLog({ url: `${url}&defaultDeadline=120` })).rejects.toThrow(/within 120 ms/);
});

it.each([
  ['esdb', '?tls=false', 'PRI * HTTP/2'],
  ['kurrentdb', '?tls=false', 'PRI * HTTP/2'],
  ['esdb', '?tls=true', '\u0016\u0003'],
  ['esdb', '', '\u0016\u0003'],
])(
  '%s://...%s begins as the string says: TLS unless it is switched off',
  async (scheme, query, beginning) => {
    const server = createServer();
    const heard = new Promise<string>((resolve) => {
      server.on('connection', (socket) => {
        socket.on('error', () => undefined);
        socket.once('data', (bytes) => {
          resolve(bytes.toString('latin1'));
          socket.destroy();
        });
      });
    });
    await using node = await listening(server);
    const opening = openEventStoreDbLog({
      url: `${scheme}://localhost:${node.port}${query}`,
      timeoutMs: 2000,
    });
    expect((await heard).slice(0, beginning.length)).toBe(beginning);
    await expect(opening).rejects.toThrow(LogUnavailable);
  },
);

it.each([
  ['tlsVerifyCert=false', 'tlsVerifyCert'],
  ['TLS_verify_cert=false', 'TLS_verify_cert'],
  ['tlsCaFle=ca.pem', 'tlsCaFle'],
  ['tls=false&nodePreferences=leader', 'nodePreferences'],
])('names what it does not know in the string, %s, and prints nothing of it', async (query, named) => {
  // Left to itself, the client would continue, and print the whole string.
  using warn = vi.spyOn(console, 'warn').mockReturnValue();
  const error = await rejection(openEventStoreDbLog({ url: `esdb://a:${password}@localhost?${query}` }));
  expect(error).toBeInstanceOf(LogUnavailable);
  expect(String(error)).toContain(named);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hangeit');
  expect(warn).not.toHaveBeenCalled();
});

it('reports a missing certificate', async () => {
  const url = `esdb://a:${password}@localhost?tlsCAFile=/nowhere/ca.pem`;
  const error = await rejection(openEventStoreDbLog({ url }));
  expect(error).toBeInstanceOf(LogUnavailable);
  expect(String(error)).toContain('Failed to load certificate file');
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hangeit');
});

it.each([
  ['7', 'EventStoreDB does not allow it to the user of the connection string'],
  ['16', 'EventStoreDB knows no such user, or another password'],
])('says in a sentence what a refusal with the code %s means', async (status, meaning) => {
  await using node = await listening(refusing(createHttp2Server(), [], status));
  const opening = openEventStoreDbLog({ url: `esdb://127.0.0.1:${node.port}?tls=false` });
  await expect(opening).rejects.toThrow(meaning);
});

it('reports why a node refuses, without the credentials, which are sent only over TLS', async ({ skip }) => {
  await using certificate = await makeCertificate();
  if (certificate === undefined) return skip('a certificate cannot be made here: there is no openssl');
  const requests: IncomingHttpHeaders[] = [];
  const [cert, key] = await Promise.all([readFile(certificate.file), readFile(certificate.key)]);
  await using secure = await listening(refusing(createSecureServer({ cert, key }), requests));
  const open = (query: string) =>
    rejection(openEventStoreDbLog({ url: `esdb://admin:${password}@localhost:${secure.port}${query}` }));

  const stranger = await open('?defaultDeadline=3000');
  expect(stranger).toBeInstanceOf(LogUnavailable);
  expect(requests).toEqual([]);

  const refused = await open(`?tlsCAFile=${certificate.file}`);
  expect(refused).toBeInstanceOf(LogUnavailable);
  expect(String(refused)).toContain('Access Denied');
  const basic = Buffer.from(`admin:${spoken}`).toString('base64');
  expect(requests.map(({ authorization }) => authorization)).toContain(`Basic ${basic}`);
  for (const error of [stranger, refused]) {
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(new RegExp(`hangeit|${basic}`));
  }

  requests.length = 0;
  await using plain = await listening(refusing(createHttp2Server(), requests));
  await rejection(openEventStoreDbLog({ url: `esdb://admin:${password}@127.0.0.1:${plain.port}?tls=false` }));
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.map(({ authorization }) => authorization)).not.toContain(`Basic ${basic}`);
});

type Http2Server = ReturnType<typeof createHttp2Server>;

/** Answers every call as a node answers unknown users. */
function refusing(
  server: Http2Server | ReturnType<typeof createSecureServer>,
  requests: IncomingHttpHeaders[],
  code = '7',
) {
  server.on('stream', (stream, headers) => {
    requests.push(headers);
    stream.on('error', () => undefined);
    const status = { 'grpc-status': code, 'grpc-message': 'Access Denied' };
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...status }, { endStream: true });
  });
  // The test expects the client to abort the handshake.
  server.on('sessionError', () => undefined);
  return server;
}

interface Listening extends AsyncDisposable {
  readonly port: number;
}

async function listening(server: Server | ReturnType<typeof refusing>): Promise<Listening> {
  const sockets = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A self-made certificate for `localhost`; undefined where there is no openssl. */
async function makeCertificate() {
  const folder = await mkdtemp(path.join(tmpdir(), 'certificate-'));
  const [file, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
  const dispose = () => rm(folder, { recursive: true, force: true });
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  try {
    await promisify(execFile)('openssl', [
      ...[...args, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', key, '-out', file],
    ]);
  } catch {
    await dispose();
    return undefined;
  }
  return { file, key, [Symbol.asyncDispose]: dispose };
}
