import { fold } from '#contracts/shared/fold';

import type { Account } from './port.ts';

export type NamedAccount = Pick<Account, 'firstName' | 'lastName'>;

/** The first and last name in the form that searches compare. */
export const foldedNameOf = ({ firstName, lastName }: NamedAccount): string =>
  fold([firstName, lastName].filter((name) => name !== null).join(' '));
