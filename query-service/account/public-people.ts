import type { PublicPerson } from '#contracts/account/views';
import { Refusal } from '#contracts/shared/errors';
import type { QueryResponse } from '#platform/queries/query-response';
import type { Filter } from '#platform/read-store/index';
import { publicNameOf } from '#platform/record-store/index';

import { distinct, type QueryContext } from '../query-context.ts';
import { type ClosedCities, notIn } from '../shared/closed-cities.ts';
import { accountTag } from '../shared/tags.ts';
import { type Credited, creditedOf } from './credited.ts';

/** Whether the person has a public page now. */
export async function hasPage({ records }: QueryContext, userId: string): Promise<boolean> {
  return (await records.accounts.publicNames([userId])).get(userId)?.hasPage === true;
}

/** A filter for the public photos of a person. */
export const publicPhotosOf = (userId: string, { fromPublic }: ClosedCities): Filter => ({
  uploadedBy: userId,
  shown: true,
  placeApproved: true,
  ...notIn(fromPublic),
});

/** A filter for the public locations of a person. */
const publicPlacesOf = (userId: string, { fromPublic }: ClosedCities): Filter => ({
  isApproved: true,
  submittedBy: userId,
  ...notIn(fromPublic),
});

/** @throws Refusal `person-not-found` for anyone without a page, whatever the reason */
export async function getPublicPerson(context: QueryContext, id: string): Promise<QueryResponse> {
  const { models, records } = context;
  const account = await records.accounts.byId(id);
  const shown = account && publicNameOf(account);
  if (account === undefined || !shown?.hasPage) throw new Refusal('person-not-found');
  const { reader } = models.places;
  const [photos, places] = await Promise.all([
    reader.count('photos', publicPhotosOf(id, models.closed)),
    reader.count('locations', publicPlacesOf(id, models.closed)),
  ]);
  const since = new Date(account.createdAt).toISOString();
  const body: PublicPerson = { id, name: shown.name, since, photos, places };
  return { body, tags: [] };
}

/** Those of these people who have a public name now, by user id. All accounts are read in one query. */
export async function creditsOf(
  { records }: QueryContext,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Credited>> {
  const names = await records.accounts.publicNames(distinct(userIds));
  return new Map([...names].map(([userId, name]) => [userId, creditedOf(userId, name)]));
}

/** The tags of a response that names these people, or would name them if they had a public name. */
export const creditTags = (userIds: readonly string[]): string[] => distinct(userIds).map(accountTag);
