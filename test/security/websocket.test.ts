import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';

import { givenCity } from '../api/given.ts';
import { startForFile } from '../api/server.ts';
import { openRaw } from './raw.ts';

/**
 * Sockets only receive. A client that uses one for anything else is disconnected, and learns nothing about others.
 */

const server = await startForFile({ PUBLIC_ORIGIN: 'http://lightfall.test' });
const anna = await server.register('Anna');

const connect = (options: object = {}) =>
  io(server.origin, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });
const connected = async (socket: ReturnType<typeof connect>): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
describe('a message', () => {
  it('of more than 4 kB ends the connection', async () => {
    const socket = connect();
    await connected(socket);
    const ended = new Promise((resolve) => socket.on('disconnect', resolve));
    socket.emit('x', 'x'.repeat(10_000));
    await ended;
  });
  it.each([
    ['events that nobody asked for', '2["x","y"]'],
    ['requests for rooms that are not there', '0/admin,{"token":"x"}'],
    ['acknowledgements of nothing', '3999["x"]'],
    ['noise', '\u0000\u0001'],
    ['attachments that never come', '51-["x",{"_placeholder":true,"num":0}]'],
  ])('after another one ends it too: %s', async (_what, packet) => {
    const socket = connect();
    await connected(socket);
    const ended = new Promise((resolve) => socket.on('disconnect', resolve));
    for (let count = 0; count < 50; count += 1) socket.io.engine.write(packet);
    await ended;
  });
  it('cannot name another person’s room', async () => {
    const mallory = await server.register('Mallory');
    const socket = connect({ auth: { token: mallory.accessToken } });
    const heard: string[] = [];
    socket.onAny((event: string) => heard.push(event));
    await connected(socket);
    for (const event of ['join', 'subscribe', 'room', 'admin'])
      socket.emit(event, 'admin', `user:${anna.id}`);
    const city = await givenCity(anna);
    server.admin.follow(anna);
    await server.admin.post(`/api/admin/cities/${city.id}/reject`);
    // A public change follows. Any other messages would have arrived before it.
    const again = connect({ auth: { token: mallory.accessToken } });
    const all: string[] = [];
    again.onAny((event: string) => all.push(event));
    await connected(again);
    await givenCity(server.admin);
    await expect.poll(() => all).toContain('changed');
    for (const event of [...heard, ...all]) expect(['changed']).toContain(event);
    socket.disconnect();
    again.disconnect();
  });
});

describe('a handshake', () => {
  it.each([
    ['from another site', { Origin: 'https://evil.example' }],
    ['from a page without an origin', { Origin: 'null' }],
  ])('%s is refused', async (_who, extraHeaders) => {
    await expect(connected(connect({ extraHeaders }))).rejects.toThrow();
  });
  it('from the same host with another scheme is refused', async () => {
    const extraHeaders = { Origin: server.origin.replace('http:', 'https:') };
    await expect(connected(connect({ extraHeaders }))).rejects.toThrow();
    const own = connect({ extraHeaders: { Origin: server.origin } });
    await connected(own);
    own.disconnect();
  });
  it.each([
    ['a token that is none', { token: 'x' }],
    ['a token in an object', { token: { $ne: null } }],
    ['somebody’s id', { userId: 'x', isAdmin: true, token: undefined }],
    ['a prototype', JSON.parse('{"__proto__":{"token":"x"}}')],
  ])('with %s is a visitor’s', async (_what, auth) => {
    const socket = connect({ auth });
    const heard: string[] = [];
    socket.onAny((event: string) => heard.push(event));
    await connected(socket);
    await givenCity(anna);
    await givenCity(server.admin);
    await expect.poll(() => heard).toContain('changed');
    expect(heard).not.toContain('pending-counts');
    expect(heard).not.toContain('decided');
    socket.disconnect();
  });
  it('that is broken is refused with the headers of every answer', async () => {
    for (const query of [
      '',
      '?EIO=4&transport=polling&sid=x',
      '?EIO=3&transport=polling',
      '?EIO=4&transport=x',
    ]) {
      const response = await fetch(`${server.origin}/socket.io/${query}`);
      expect(response.status, query).toBe(400);
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect(await response.text()).not.toContain('<');
    }
  });
  it('for a script of another site is refused', async () => {
    const response = await fetch(`${server.origin}/socket.io/?EIO=4&transport=polling&j=1`);
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('___eio');
  });
  it('is closed at once when it is incomplete', async () => {
    using connection = openRaw(server.origin);
    connection.socket.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n',
    );
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 400/);
  });
});

describe('many connections', () => {
  it('all receive changes, and all are closed', async () => {
    const sockets = Array.from({ length: 100 }, () => connect());
    await Promise.all(sockets.map(connected));
    const told = sockets.map((socket) => new Promise((resolve) => socket.on('changed', resolve)));
    await givenCity(server.admin);
    await Promise.all(told);
    for (const socket of sockets) socket.disconnect();
    expect((await server.visitor.get('/api/cities')).status).toBe(200);
  });
});
