import { BroadcastChannel } from 'node:worker_threads';

/** Tells the threads of this process that have the same file open of what one of them has written to it. */
export interface ThreadChannel extends Disposable {
  /** Tells all others. */
  readonly tell: () => void;
}

/** `name` stands for the file. `heard` is called when another thread has told. Keeps no thread alive. */
export function openThreadChannel(name: string, heard: () => void): ThreadChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = heard;
  // The types lack it; it is there since Node 18.
  (channel as BroadcastChannel & { unref(): void }).unref();
  return {
    tell: () => channel.postMessage(null),
    [Symbol.dispose]: () => channel.close(),
  };
}
