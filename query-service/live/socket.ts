import type { Server, Socket } from 'socket.io';

import type { ClientToServerEvents, ServerToClientEvents } from '#contracts/live';
import type { Connection } from '#platform/live/connection';
import type { Identity } from '#platform/record-store/index';

interface SocketData {
  /** The identified person, and the access token that identified them. */
  person?: { readonly identity: Identity; readonly token: string };
}
type NoEvents = Record<string, never>;
export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;

/** The cast: the library's type hides some members of a connection. */
export const connectionOf = (socket: LiveSocket): Connection => socket.conn as unknown as Connection;

/** Closes the connection of the socket. The client then reconnects by itself, with its current session. */
export function end(socket: LiveSocket): void {
  for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
  socket.conn.close();
}

/** Groups of sockets that receive the same messages. */
export const rooms = {
  /** Moderators who are not blocked, and the administrator. */
  moderators: 'moderators',
  user: (id: string) => `user:${id}`,
  session: (sid: string) => `session:${sid}`,
} as const;
