import type { Credit } from '#contracts/account/views';
import type { PublicName } from '#platform/record-store/index';

/** Somebody with a public name, and whether they have a page of their own. */
export interface Credited {
  readonly credit: Credit;
  readonly hasPage: boolean;
}

export const creditedOf = (userId: string, { name, hasPage }: PublicName): Credited => ({
  credit: { userId, name },
  hasPage,
});
