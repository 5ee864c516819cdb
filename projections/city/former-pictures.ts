import { uploadedPictureOf } from '#contracts/photo/own-pictures';
import type { FormerPictureDocument } from '#contracts/read-models';

import type { CollectionRules, EventOfType, Rule } from '../rule.ts';

type OfCity = EventOfType<'city-edited.v1' | 'city-resubmitted.v1'>;

/** The uploaded picture that the event removes from its city; null for none. */
const taken = ({ data }: OfCity): string | null =>
  data.changes.imageUrl === undefined ? null : uploadedPictureOf(data.changes.imageUrl.from);

const rule: Rule<FormerPictureDocument, OfCity> = {
  id: (event) => {
    const picture = taken(event);
    return picture === null ? undefined : `${picture}:${event.data.cityId}`;
  },
  fresh: true,
  apply: (_, event) => {
    const picture = taken(event) ?? '';
    return { id: `${picture}:${event.data.cityId}`, picture, until: event.metadata.time };
  },
};

/** The uploaded pictures that a city had before its current one, because undoing a decision may bring one back. */
export const formerPictures: CollectionRules<FormerPictureDocument> = {
  collection: 'formerPictures',
  rules: { 'city-edited.v1': rule, 'city-resubmitted.v1': rule },
};
