/** A start failure that the operator can correct; its message says how. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
