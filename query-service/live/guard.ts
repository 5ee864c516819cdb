import type { IncomingMessage } from 'node:http';

/** A client says hello, and perhaps goodbye; so many messages are more than it ever needs. */
const messagesMost = 8;
/** Connections of one process: each is told of every change. */
const connectionsMost = 5_000;

/** What is used of engine.io's server. */
export interface Engine {
  readonly clientsCount: number;
  on(event: 'connection', listener: (connection: Connection) => void): unknown;
}
interface Connection {
  on(event: 'data', listener: () => void): unknown;
  close(discard: boolean): void;
}

/** Whether a request for a connection may be heard. One that is open already goes on; a new one has no id yet. */
export const hasRoom = ({ clientsCount }: Engine, { url = '' }: IncomingMessage): boolean =>
  clientsCount < connectionsMost || /[?&]sid=/.test(url);

/** Ends the connections of those who talk, since nobody has a reason to. */
export function endTalkers(engine: Engine): void {
  engine.on('connection', (connection) => {
    let messages = 0;
    connection.on('data', () => {
      messages += 1;
      if (messages > messagesMost) connection.close(true);
    });
  });
}
