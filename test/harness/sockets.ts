import { io, type Socket } from 'socket.io-client';

import type { ClientToServerEvents, ServerToClientEvents } from '#contracts/live';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** A new socket that is still connecting. `token`: the person's; without one it is a visitor's socket. */
export const openSocket = (origin: string, token?: string): LiveSocket =>
  io(origin, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } });

/** Waits until the socket is connected. @throws the server's refusal */
export const connected = (socket: LiveSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });

export const disconnected = (socket: LiveSocket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('disconnect', () => resolve());
  });
