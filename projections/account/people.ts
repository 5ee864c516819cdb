import {
  hourOf,
  hoursCounted,
  newPerson,
  noNumbers,
  type ContributingHourDocument,
  type PersonDocument,
} from '#contracts/account/read-models';
import { decisionOnMerged } from '#contracts/location/merging';
import type { Life } from '#contracts/shared/life';
import { isSamplePerson } from '#contracts/account/sample-people';
import { systemActor } from '#contracts/shared/event-metadata';
import type { Status } from '#contracts/shared/statuses';
import { pagesOf, type Document, type ReadModelReader } from '#platform/read-store/port';

import type { CollectionRules, CountedBy, Counting, EventOfType, Rule } from '../rule.ts';

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

/** The sample's people count as senders, but not as contributors. */
const contributed: Rule<PersonDocument, Contribution> = {
  id: ({ metadata: { actor } }) => (actor === systemActor ? undefined : actor),
  apply(known, { metadata: { actor, time } }) {
    const person = known ?? newPerson(actor);
    // The clocks of servers differ, so a later event may have an earlier time.
    const isKnown = isSamplePerson(actor) || (person.lastAt !== null && person.lastAt >= time);
    return isKnown ? person : { ...person, lastAt: time, hour: hourOf(time) };
  },
};

const countedByHour: Counting<PersonDocument, ContributingHourDocument> = {
  counterOf: ({ hour }) => hour ?? undefined,
  change(hour, before, after) {
    const difference = Number(after !== undefined) - Number(before !== undefined);
    return difference === 0 ? hour : { ...hour, people: hour.people + difference };
  },
};

/** What each person sent in and how it was decided, and when they last contributed. */
export const people: CollectionRules<PersonDocument> = {
  collection: 'people',
  rules: {
    ...forEach(contributed),
    'account-erased.v1': {
      id: ({ data }) => data.userId,
      apply: (person) => person && { ...person, ...noNumbers, erased: true },
    },
  },
  countedBy: [
    {
      collection: 'hours',
      counting: countedByHour,
      // The document no longer names the hour that the person has left, so all hours that are ever added up must
      // recount.
      uncounted: ({ hour }) => (hour === null ? [] : hoursCounted(hour)),
    },
  ],
  count: (documents, _members, reader) => Promise.all(documents.map((person) => countedAnew(person, reader))),
};

/** Creates the hour's document before a person is counted in it. */
const begun: Rule<ContributingHourDocument, Contribution> = {
  id: ({ metadata: { actor, time } }) =>
    actor === systemActor || isSamplePerson(actor) ? undefined : hourOf(time),
  apply: (hour, { metadata }) => hour ?? newHour(hourOf(metadata.time)),
};
const newHour = (at: string): ContributingHourDocument => ({ id: at, at, people: 0 });

/** How many people contributed last in each hour. */
export const hours: CollectionRules<ContributingHourDocument> = {
  collection: 'hours',
  rules: forEach(begun),
  async count(documents, _members, reader) {
    const counted = await reader.tally('people', { by: 'hour', of: documents.map(({ id }) => id) });
    return documents.map((hour) => {
      const count = counted.get(hour.id)?.count ?? 0;
      return hour.people === count ? hour : { ...hour, people: count };
    });
  },
};

/** The number that an item of that status adds to. */
const numberOf: Readonly<Record<Status, 'approved' | 'declined' | 'waiting' | null>> = {
  approved: 'approved',
  rejected: 'declined',
  pending: 'waiting',
  withdrawn: null,
  deleted: null,
};

function added(person: PersonDocument, status: Status | undefined, one: 1 | -1): PersonDocument {
  if (status === undefined) return person;
  const number = numberOf[status];
  const submitted = person.submitted + one;
  return number === null
    ? { ...person, submitted }
    : { ...person, submitted, [number]: person[number] + one };
}

/** A city, a location or an edit. */
interface Sent extends Document {
  readonly status: Status;
  readonly decision?: Life['decision'];
  readonly mergedInto?: string | null;
}

const statusOf = ({ status, decision, mergedInto = null }: Sent): Status =>
  mergedInto === null || decision === undefined ? status : decisionOnMerged(decision);

function counted(person: PersonDocument, before: Sent | undefined, after: Sent | undefined): PersonDocument {
  const [was, is] = [before && statusOf(before), after && statusOf(after)];
  return person.erased || was === is ? person : added(added(person, was, -1), is, 1);
}

/** Counts what people sent in. `sender`: the field with the person's id. */
export const countedByPerson = <F extends string>(
  sender: F,
): CountedBy<Sent & Readonly<Record<F, string>>> => ({
  collection: 'people',
  counting: {
    counterOf: ({ [sender]: id }) => (id === systemActor ? undefined : id),
    change: counted,
  },
  uncounted: ({ [sender]: id }) => [id],
});

/** The fields by which a person's submissions are found. */
const senders = { cities: 'submittedBy', locations: 'submittedBy', edits: 'userId' } as const;

/** Recounts from all that the person sent in. Needed only after an interrupted run. */
async function countedAnew(person: PersonDocument, reader: ReadModelReader): Promise<PersonDocument> {
  let again: PersonDocument = { ...person, ...noNumbers };
  for (const [collection, sender] of Object.entries(senders)) {
    const pages = pagesOf<Sent>(reader, collection, {
      filter: { [sender]: person.id },
      sort: [
        ['status', 1],
        ['createdAt', -1],
      ],
    });
    for await (const page of pages) for (const sent of page) again = counted(again, undefined, sent);
  }
  return JSON.stringify(again) === JSON.stringify(person) ? person : again;
}
