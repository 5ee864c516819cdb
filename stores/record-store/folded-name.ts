import { fold } from '#contracts/fold';

import type { Account } from './port.ts';

export type NamedAccount = Pick<Account, 'firstName' | 'lastName'>;

/** Both names as a search compares them. */
export const foldedNameOf = ({ firstName, lastName }: NamedAccount): string =>
  fold([firstName, lastName].filter((name) => name !== null).join(' '));
