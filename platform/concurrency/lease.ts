/** The right to do something that only one process at a time may do. Disposing of it passes it to the next process. */
export interface Lease extends AsyncDisposable {
  /** Aborted when another process has taken the lease because this one was stalled too long. The holder must stop. */
  readonly lost: AbortSignal;
}
