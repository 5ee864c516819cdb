import { io, type Socket } from 'socket.io-client';

import type { ClientToServerEvents, ServerToClientEvents } from '#contracts/live';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** A socket of its own, which is on its way. `token`: whose; a visitor's without one. */
export const openSocket = (origin: string, token?: string): LiveSocket =>
  io(origin, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } });

/** @throws what the server says instead of letting it in */
export const connected = (socket: LiveSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });

export const disconnected = (socket: LiveSocket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('disconnect', () => resolve());
  });
