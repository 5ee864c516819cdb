import {
  hourOf,
  hoursCounted,
  type ContributingHourDocument,
  type ContributorDocument,
} from '#contracts/account/read-models';
import { systemActor } from '#contracts/shared/event-metadata';
import { isSamplePerson } from '#contracts/account/sample-people';

import type { CollectionRules, Counting, EventOfType, Rule } from '../rule.ts';

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

const isCounted = ({ metadata: { actor } }: Contribution): boolean =>
  actor !== systemActor && !isSamplePerson(actor);

const contributed: Rule<ContributorDocument, Contribution> = {
  id: (event) => (isCounted(event) ? event.metadata.actor : undefined),
  apply(person, { metadata: { actor, time } }) {
    // The clocks of servers differ, so a later event may have an earlier time.
    if (person !== undefined && person.lastAt >= time) return person;
    return { id: actor, lastAt: time, hour: hourOf(time) };
  },
};

/** Creates the hour's document before a person is counted in it. */
const begun: Rule<ContributingHourDocument, Contribution> = {
  id: (event) => (isCounted(event) ? hourOf(event.metadata.time) : undefined),
  apply: (hour, { metadata }) => hour ?? newHour(hourOf(metadata.time)),
};
const newHour = (at: string): ContributingHourDocument => ({ id: at, at, people: 0 });

const forEach = <R>(rule: R) => ({
  'city-submitted.v1': rule,
  'city-edited.v1': rule,
  'city-resubmitted.v1': rule,
  'location-submitted.v1': rule,
  'location-edited.v1': rule,
  'location-resubmitted.v1': rule,
  'location-edit-proposed.v1': rule,
  'photo-added.v1': rule,
  'location-rated.v1': rule,
  'location-favorited.v1': rule,
});

/** How many people contributed last in each hour. */
export const hours: CollectionRules<ContributingHourDocument> = {
  collection: 'hours',
  rules: forEach(begun),
  async count(documents, _members, reader) {
    const people = await reader.tally('contributors', { by: 'hour', of: documents.map(({ id }) => id) });
    return documents.map((hour) => {
      const count = people.get(hour.id)?.count ?? 0;
      return hour.people === count ? hour : { ...hour, people: count };
    });
  },
};

const countedByHour: Counting<ContributorDocument, ContributingHourDocument> = {
  counterOf: ({ hour }) => hour,
  change(hour, before, after) {
    const difference = Number(after !== undefined) - Number(before !== undefined);
    return difference === 0 ? hour : { ...hour, people: hour.people + difference };
  },
};

/** When each person last contributed. */
export const contributors: CollectionRules<ContributorDocument> = {
  collection: 'contributors',
  rules: forEach(contributed),
  countedBy: 'hours',
  counting: countedByHour,
  // The document no longer names the hour that the person has left, so all hours that are ever added up must recount.
  uncounted: ({ hour }) => hoursCounted(hour),
};
