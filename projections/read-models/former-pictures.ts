import { uploadedPictureOf } from '#contracts/own-pictures';
import type { FormerPictureDocument } from '#contracts/read-models';

import type { CollectionRules, EventOfType, Rule } from './rule.ts';

type OfCity = EventOfType<'city-edited.v1' | 'city-resubmitted.v1'>;

/** The uploaded picture that the event takes off its city. */
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

/** Which uploaded pictures a city had before its own: an undone decision may bring one back. */
export const formerPictures: CollectionRules<FormerPictureDocument> = {
  collection: 'formerPictures',
  rules: { 'city-edited.v1': rule, 'city-resubmitted.v1': rule },
};
