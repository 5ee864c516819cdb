import { randomUUID } from 'node:crypto';

import { nameBasedId } from '#platform/commands/name-based-id';

const namespace = '5f1c7a52-3f0e-4c8e-9d55-6b3f0b1f7c11';

/**
 * The id of a request's command. It is the same for the same person, idempotency key and fingerprint (a hash of
 * operation and body); without a key it is new. `idempotent`: undefined for a request without a key.
 */
export const commandIdOf = (
  userId: string,
  idempotent: { readonly key: string; readonly fingerprint: string } | undefined,
): string =>
  idempotent === undefined
    ? randomUUID()
    : nameBasedId(`${userId} ${idempotent.key} ${idempotent.fingerprint}`, namespace);

/** The id of a request's second command. Events of two streams may not share an id, so the second needs its own. */
export const secondCommandIdOf = (commandId: string): string => nameBasedId('second', commandId);

/** The id of the command for one item of a batch. It stays the same when the batch is sent again. */
export const itemCommandIdOf = (commandId: string, index: number): string =>
  nameBasedId(`item ${index}`, commandId);

/** The batch of what undoes a batch. Its events show that the batch was undone. */
export const undoIdOf = (batchId: string): string => nameBasedId('undo', batchId);

/** The id of the entity that a command creates. */
export const entityIdOf = (commandId: string): string => nameBasedId('entity', commandId);

/** The id of a photo: the same picture on the same location is the same photo. */
export const photoIdOf = (locationId: string, sha256: string): string => nameBasedId(sha256, locationId);
