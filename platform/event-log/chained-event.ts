/** The parts of an event that its hash covers. */
export interface ChainedEvent {
  readonly stream: string;
  readonly revision: bigint | number;
  readonly id: string;
  readonly type: string;
  /** As JSON. */
  readonly data: string;
  /** As JSON. */
  readonly metadata: string;
}
