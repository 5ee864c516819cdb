import type { Duplex, Readable } from 'node:stream';

/**
 * Reads and discards what a client still sends after its response. Closing a connection while data arrives resets it,
 * and the client may lose the response. Closes the connection after so many bytes or milliseconds.
 */
export function discard(
  from: Readable,
  connection: Duplex,
  { bytes, milliseconds }: { readonly bytes: number; readonly milliseconds: number },
): void {
  const late = setTimeout(() => connection.destroy(), milliseconds).unref();
  from.once('close', () => clearTimeout(late)).once('end', () => clearTimeout(late));
  let left = bytes;
  from.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) connection.destroy();
  });
  from.resume();
}
