/** What the writer thread is started with. */
export interface WriterSettings {
  readonly path: string;
  /** Pages of 4096 bytes that the file may reach; 0 for as many as the disk holds. */
  readonly maxPages: number;
}

/** An append on its way to the writer thread: flat and made of strings, so that crossing costs little. */
export interface AppendRequest {
  readonly stream: string;
  /** Revision of the stream's last event, -1 for a stream without events. */
  readonly expected: number;
  /** Id, type, data and metadata (both as JSON) of the first event, then of the next. */
  readonly fields: readonly string[];
}

/** To the writer thread: all appends of one turn of the event loop, or the wish to end. */
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
