/** Settings of the writer thread. */
export interface WriterSettings {
  readonly path: string;
  /** Maximum size of the file in pages of 4096 bytes; 0 for no limit. */
  readonly maxPages: number;
}

/** An append for the writer thread: flat and made of strings, so that sending it between threads is cheap. */
export interface AppendRequest {
  readonly stream: string;
  /** Revision of the stream's last event, -1 for a stream without events. */
  readonly expected: number;
  /** Id, type, data and metadata (both as JSON) of the first event, then of the next. */
  readonly fields: readonly string[];
}

/** To the writer thread: all appends of one turn of the event loop, or the request to end. */
export type ToWriter = readonly AppendRequest[] | 'close';

export type AppendAnswer =
  | { readonly kind: 'appended'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong-revision'; readonly actual: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** From the writer thread, once per transaction: the answers in the order in which the appends were sent. */
export interface FromWriter {
  readonly answers: readonly AppendAnswer[];
  /** False when nothing was written. */
  readonly committed: boolean;
}
