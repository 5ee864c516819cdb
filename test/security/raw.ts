import { connect, type Socket } from 'node:net';

import { expect } from 'vitest';

/** A connection without a client library. */
export interface RawConnection extends Disposable {
  readonly socket: Socket;
  /** Everything received so far. */
  text(): string;
  /** Waits until the other end closes, and returns everything received. */
  closed(): Promise<string>;
  /** Waits until the received text matches. */
  until(pattern: RegExp): Promise<string>;
}

export function openRaw(origin: string): RawConnection {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  const looks = new Set<() => void>();
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    for (const look of looks) look();
  });
  // A reset is one way to close.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    socket,
    text: () => text,
    closed: () => closed.then(() => text),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(text)) return;
          looks.delete(look);
          resolve(text);
        };
        looks.add(look);
        look();
        void closed.then(() => reject(new Error(`Closed before ${pattern} came: ${text}`)));
      }),
    [Symbol.dispose]: () => socket.destroy(),
  };
}

/** The statuses of the responses in a text. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** Of a server whose PUBLIC_ORIGIN is https. `text`: all that a connection received. */
export function expectHeadersOfEveryResponse(text: string): void {
  for (const header of [
    'X-Content-Type-Options: nosniff',
    'Referrer-Policy: strict-origin-when-cross-origin',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy: same-origin',
    'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  ]) {
    expect(text).toContain(`${header}\r\n`);
  }
}
