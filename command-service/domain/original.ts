import { Refusal } from '#contracts/errors';
import type { Status } from '#contracts/vocabulary';

/** What something is said to repeat: an entity of the same kind, as it is shown; `unknown` when there is none of that id. */
export type Original = { readonly id: string; readonly status: Status } | 'unknown';

/** Its id. @throws Refusal `invalid` unless it is another one that exists */
export function requireOriginal(original: Original, ownId: string): string {
  if (original === 'unknown' || original.status === 'deleted' || original.id === ownId) {
    throw new Refusal('invalid', {
      errors: [{ path: 'duplicateOf', message: 'Please choose another one that exists' }],
    });
  }
  return original.id;
}
