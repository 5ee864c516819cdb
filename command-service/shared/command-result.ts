export interface CommandResult {
  readonly id: string;
  /** Position of the command's last event or, if it changed nothing, of its stream's last event. */
  readonly position: bigint;
  readonly changed: boolean;
}
