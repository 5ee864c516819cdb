import { BroadcastChannel } from 'node:worker_threads';

/** Notifies the other threads of this process that one of them has written to a file that all have open. */
export interface ThreadChannel extends Disposable {
  /** Notifies all other threads. */
  readonly tell: () => void;
}

/** `name` identifies the file. `heard` is called for each notification by another thread. Keeps no thread alive. */
export function openThreadChannel(name: string, heard: () => void): ThreadChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = heard;
  // Node has had `unref` since version 18, but the types lack it.
  (channel as BroadcastChannel & { unref(): void }).unref();
  return {
    tell: () => channel.postMessage(null),
    [Symbol.dispose]: () => channel.close(),
  };
}
