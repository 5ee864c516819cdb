import { eventTypesOf } from '#contracts/events/index';
import { systemActor } from '#contracts/events/metadata';
import { isSamplePerson } from '#contracts/sample-people';

import { type ContributorDocument, contributors as declaration } from '#contracts/read-models';
import type { CollectionRules, EventOfType, ReadModel, Rule } from './rule.ts';

type Contribution = EventOfType<
  | 'city-submitted.v1'
  | 'city-edited.v1'
  | 'city-resubmitted.v1'
  | 'location-submitted.v1'
  | 'location-edited.v1'
  | 'location-resubmitted.v1'
  | 'location-edit-proposed.v1'
  | 'photo-added.v1'
  | 'location-rated.v1'
  | 'location-favorited.v1'
>;

const contributed: Rule<ContributorDocument, Contribution> = {
  id: ({ metadata: { actor } }) => (actor === systemActor || isSamplePerson(actor) ? undefined : actor),
  apply(person, { metadata }) {
    // The clocks of servers differ, so a later event may have an earlier time.
    if (person !== undefined && person.lastAt >= metadata.time) return person;
    return { id: metadata.actor, lastAt: metadata.time };
  },
};

const people: CollectionRules<ContributorDocument> = {
  collection: 'people',
  rules: {
    'city-submitted.v1': contributed,
    'city-edited.v1': contributed,
    'city-resubmitted.v1': contributed,
    'location-submitted.v1': contributed,
    'location-edited.v1': contributed,
    'location-resubmitted.v1': contributed,
    'location-edit-proposed.v1': contributed,
    'photo-added.v1': contributed,
    'location-rated.v1': contributed,
    'location-favorited.v1': contributed,
  },
};

export const contributors: ReadModel = {
  declaration,
  collections: [people],
  ignores: [
    'city-approved.v1',
    'city-rejected.v1',
    'city-reopened.v1',
    'city-withdrawn.v1',
    'city-deleted.v1',
    'city-restored.v1',
    'location-approved.v1',
    'location-rejected.v1',
    'location-edit-approved.v1',
    'location-edit-rejected.v1',
    'location-edit-withdrawn.v1',
    'location-reopened.v1',
    'location-withdrawn.v1',
    'location-deleted.v1',
    'location-restored.v1',
    'location-edit-reopened.v1',
    'photo-featured.v1',
    'photo-deleted.v2',
    'photo-restored.v1',
    'location-unfavorited.v1',
    'photo-reviewed.v1',
    'photo-review-reopened.v1',
    'photo-described.v1',
    ...eventTypesOf.reports,
    ...eventTypesOf.change,
    ...eventTypesOf.account,
  ],
};
