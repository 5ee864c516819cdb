import type { Credit } from '#contracts/account/views';
import type { PublicName } from '#platform/record-store/index';

/** A person with a public name, and whether they have a public page. */
export interface Credited {
  readonly credit: Credit;
  readonly hasPage: boolean;
}

export const creditedOf = (userId: string, { name, hasPage }: PublicName): Credited => ({
  credit: { userId, name },
  hasPage,
});
