/** Something that the operator can put right; its message says what. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
