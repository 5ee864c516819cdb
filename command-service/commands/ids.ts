import { v4 as uuidV4, v5 as uuidV5 } from 'uuid';

const namespace = '5f1c7a52-3f0e-4c8e-9d55-6b3f0b1f7c11';

/** The id of a request's command: the same for the same person, call and idempotency key, else a fresh one. */
export function commandIdOf(request: {
  readonly userId: string;
  readonly call: string;
  readonly key: string | undefined;
}): string {
  return request.key === undefined
    ? uuidV4()
    : uuidV5(`${request.userId} ${request.call} ${request.key}`, namespace);
}

/** The id of a second command that one request stands for: events of two streams may not share an id. */
export const secondCommandIdOf = (commandId: string): string => uuidV5('second', commandId);

/** The id of what a command creates. */
export const entityIdOf = (commandId: string): string => uuidV5('entity', commandId);

/** The same picture on the same location is the same photo. */
export const photoIdOf = (locationId: string, sha256: string): string => uuidV5(sha256, locationId);
