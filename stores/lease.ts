/** The right to do something that one process at a time may do. Disposing of it gives it to the next one. */
export interface Lease extends AsyncDisposable {
  /** Aborted when another process has it now, because this one stood still for too long: the holder must stop. */
  readonly lost: AbortSignal;
}
