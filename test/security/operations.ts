import { operations, type OperationName } from '#contracts/api';
import type { Operation } from '#contracts/shared/operation';

import { missingId } from '../api/given.ts';

/** Every operation of the API, with its name. */
export const calls = (Object.entries(operations) as [OperationName, Operation][]).map(
  ([name, operation]) => ({
    name,
    ...operation,
  }),
);
/** Every operation that changes something. */
export const writes = calls.filter(({ method }) => method !== 'GET');
/** Every operation with a body. */
export const withBody = calls.filter(({ body }) => body !== undefined);

/** A path of the operation; its object does not exist unless an id is given. */
export const pathOf = ({ path }: Pick<Operation, 'path'>, id: string = missingId): string =>
  path.replace('{provider}', 'google').replaceAll(/\{\w+\}/g, id);
