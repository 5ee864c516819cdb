import { personPhotos } from '#contracts/page-sizes';

import { pageAsked } from '../../lib/numbered-pages.ts';

/** What a person's page asks for places. */
export const placesAsked = (addedBy: string, page: number | null) => ({
  addedBy,
  limit: personPhotos,
  ...pageAsked(page),
});
