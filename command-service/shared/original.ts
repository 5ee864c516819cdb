import { Refusal } from '#contracts/shared/errors';
import type { Status } from '#contracts/shared/statuses';

/** The entity of the same kind that something is said to duplicate; `unknown` when there is none with that id. */
export type Original = { readonly id: string; readonly status: Status } | 'unknown';

/** The original's id. @throws Refusal `invalid` unless it exists and is not the entity itself */
export function requireOriginal(original: Original, ownId: string): string {
  if (original === 'unknown' || original.status === 'deleted' || original.id === ownId) {
    throw new Refusal('invalid', {
      errors: [{ path: 'duplicateOf', message: 'Please choose another one that exists' }],
    });
  }
  return original.id;
}
