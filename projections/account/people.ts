import type { EventType, Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade, systemActor } from '#contracts/shared/event-metadata';
import { lifeAfter, newLife } from '#contracts/shared/life';
import type { CityStatusEvent } from '#contracts/city/events';
import type { LocationStatusEvent } from '#contracts/location/events';
import {
  newPerson,
  people as declaration,
  type PersonDocument,
  type ReportedDocument,
  type SentDocument,
} from '#contracts/account/read-models';
import { reportsId } from '#contracts/report/words';
import type { ReadModelReader } from '#platform/read-store/port';

import { contributors, hours } from './contributors.ts';
import type { CollectionRules, Counting, EventOfType, FanOut, ReadModel, Related, Rule } from '../rule.ts';

type Sending = EventOfType<
  | 'city-submitted.v1'
  | 'location-submitted.v1'
  | 'location-edit-proposed.v1'
  | 'photo-added.v1'
  | 'content-reported.v1'
>;
type OfReports = EventOfType<'reports-upheld.v1' | 'reports-dismissed.v1' | 'reports-reopened.v1'>;

/** A person is counted from their first submission on, even if their registration is not in the log. */
const appears: Rule<PersonDocument, Sending> = {
  id: ({ metadata: { actor } }) => (actor === systemActor ? undefined : actor),
  apply: (person, { metadata }) => person ?? newPerson(metadata.actor),
};

const persons: CollectionRules<PersonDocument> = {
  collection: 'people',
  rules: {
    'account-registered.v1': {
      id: ({ data }) => data.userId,
      apply: (person, { data }) => person ?? newPerson(data.userId),
    },
    'account-erased.v1': { id: ({ data }) => data.userId, apply: () => undefined },
    'city-submitted.v1': appears,
    'location-submitted.v1': appears,
    'location-edit-proposed.v1': appears,
    'photo-added.v1': appears,
    'content-reported.v1': appears,
  },
  count: (documents, _members, reader) => Promise.all(documents.map((person) => countedAnew(person, reader))),
};

/** What one submission adds to its person's numbers. */
function numbersOf(sent: SentDocument | undefined): Omit<PersonDocument, 'id'> {
  const is = (status: SentDocument['status']) => Number(sent?.status === status);
  if (sent === undefined || sent.kind === 'photo' || sent.kind === 'report') {
    return {
      ...none,
      photos: sent?.kind === 'photo' ? is('approved') : 0,
      reportsUpheld: sent?.kind === 'report' ? is('approved') : 0,
    };
  }
  return {
    ...none,
    submitted: 1,
    approved: is('approved'),
    declined: is('rejected'),
    waiting: is('pending'),
  };
}
const { id: _, ...none } = newPerson('');
const numbers = Object.keys(none) as (keyof typeof none)[];

const countedByPerson: Counting<SentDocument, PersonDocument> = {
  counterOf: ({ userId }) => userId,
  change(person, before, after) {
    const [was, is] = [numbersOf(before), numbersOf(after)];
    if (numbers.every((name) => is[name] === was[name])) return person;
    const changed = { ...person };
    for (const name of numbers) changed[name] += is[name] - was[name];
    return changed;
  },
};

/** Recounts from an index of the person's submissions. Needed only after an interrupted run. */
async function countedAnew(person: PersonDocument, reader: ReadModelReader): Promise<PersonDocument> {
  const count = async (kinds: readonly SentDocument['kind'][], status?: SentDocument['status']) => {
    const counts = kinds.map((kind) =>
      reader.count('sent', { userId: person.id, kind, ...(status === undefined ? {} : { status }) }),
    );
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  };
  const entities = ['city', 'location', 'edit'] as const;
  const counted: PersonDocument = {
    id: person.id,
    submitted: await count(entities),
    approved: await count(entities, 'approved'),
    declined: await count(entities, 'rejected'),
    waiting: await count(entities, 'pending'),
    photos: await count(['photo'], 'approved'),
    reportsUpheld: await count(['report'], 'approved'),
  };
  return JSON.stringify(counted) === JSON.stringify(person) ? person : counted;
}

const sender = ({ metadata }: Recorded) => [['people', metadata.actor] as const];
const newSent = (
  id: string,
  kind: SentDocument['kind'],
  { metadata }: Recorded,
  changes: Partial<SentDocument> = {},
): SentDocument => ({
  id,
  userId: metadata.actor,
  kind,
  status: 'pending',
  decision: 'pending',
  thing: null,
  closedBy: 0,
  formerly: [],
  ...changes,
});

/** A deleted photo may be added again, also by another person. */
function newPhoto(known: SentDocument | undefined, event: EventOfType<'photo-added.v1'>): SentDocument {
  const people = known === undefined ? [] : [...known.formerly, known.userId];
  const formerly = [...new Set(people)].filter((person) => person !== event.metadata.actor);
  return newSent(event.data.photoId, 'photo', event, { status: 'approved', formerly });
}

const entity = <E extends Recorded<CityStatusEvent | LocationStatusEvent>>(
  id: (event: E) => string,
): Rule<SentDocument, E> => ({
  id,
  apply(sent, event) {
    if (sent === undefined) return undefined;
    const { status, decision } = sent;
    const after = lifeAfter({ ...newLife(sent.userId), status, decision }, event);
    const isSame = after.status === status && after.decision === decision;
    return isSame ? sent : { ...sent, status: after.status, decision: after.decision };
  },
});
const city = entity<Recorded<CityStatusEvent>>(({ data }) => data.cityId);
const location = entity<Recorded<LocationStatusEvent>>(({ data }) => data.locationId);

type EditDecision =
  | 'location-edit-approved.v1'
  | 'location-edit-rejected.v1'
  | 'location-edit-withdrawn.v1'
  | 'location-edit-reopened.v1';
const edit = (status: SentDocument['decision']): Rule<SentDocument, EventOfType<EditDecision>> => ({
  id: ({ data }) => data.editId,
  apply: (sent) => sent && { ...sent, status, decision: status },
});
const photo = (
  status: 'approved' | 'deleted',
): Rule<SentDocument, EventOfType<'photo-deleted.v2' | 'photo-restored.v1'>> => ({
  id: ({ data }) => data.photoId,
  apply: (sent, { metadata }) =>
    sent === undefined || isOfFirstReleaseCascade(metadata) ? sent : { ...sent, status },
});

/** Changes the state of all reports on an item that the same event closed, or that are open (`closedBy` 0). */
const reports = (
  closedBy: (event: OfReports, related: Related) => number,
  change: (event: OfReports) => Pick<SentDocument, 'status' | 'closedBy'>,
): FanOut<SentDocument, OfReports> => ({
  field: 'thing',
  value: ({ data }) => reportsId(data),
  where: (event, related) => ({ closedBy: closedBy(event, related) }),
  by: [],
  apply: (report, event) => ({ ...report, ...change(event) }),
});
const closed = (status: 'approved' | 'rejected') =>
  reports(
    () => 0,
    ({ position }) => ({ status, closedBy: Number(position) }),
  );
const openedAgain = reports(
  (event, related) => related.get<ReportedDocument>('reported', reportsId(event.data))?.closedBy ?? 0,
  () => ({ status: 'pending', closedBy: 0 }),
);

const sent: CollectionRules<SentDocument> = {
  collection: 'sent',
  rules: {
    'city-submitted.v1': {
      id: ({ data }) => data.cityId,
      needs: sender,
      apply: (_, event) => newSent(event.data.cityId, 'city', event),
    },
    'city-approved.v1': city,
    'city-rejected.v1': city,
    'city-resubmitted.v1': city,
    'city-reopened.v1': city,
    'city-withdrawn.v1': city,
    'city-deleted.v1': city,
    'city-restored.v1': city,
    'location-submitted.v1': {
      id: ({ data }) => data.locationId,
      needs: sender,
      apply: (_, event) => newSent(event.data.locationId, 'location', event),
    },
    'location-approved.v1': location,
    'location-rejected.v1': location,
    'location-resubmitted.v1': location,
    'location-reopened.v1': location,
    'location-withdrawn.v1': location,
    'location-deleted.v1': location,
    'location-restored.v1': location,
    'location-merged.v1': {
      ...location,
      // An approved place keeps its status, so it still counts for the sender.
      apply: (sent, event, related) =>
        sent?.status === 'approved' ? sent : location.apply(sent, event, related),
    },
    'location-parted.v1': location,
    'location-edit-proposed.v1': {
      id: ({ data }) => data.editId,
      needs: sender,
      apply: (_, event) => newSent(event.data.editId, 'edit', event),
    },
    'location-edit-approved.v1': edit('approved'),
    'location-edit-rejected.v1': edit('rejected'),
    'location-edit-withdrawn.v1': edit('withdrawn'),
    'location-edit-reopened.v1': edit('pending'),
    'photo-added.v1': {
      id: ({ data }) => data.photoId,
      needs: sender,
      apply: newPhoto,
    },
    'photo-deleted.v2': photo('deleted'),
    'photo-restored.v1': photo('approved'),
    'content-reported.v1': {
      id: ({ data }) => data.reportId,
      needs: sender,
      apply: (_, event) => newSent(event.data.reportId, 'report', event, { thing: reportsId(event.data) }),
    },
  },
  fanOuts: {
    'reports-upheld.v1': closed('approved'),
    'reports-dismissed.v1': closed('rejected'),
    'reports-reopened.v1': openedAgain,
  },

  countedBy: 'people',
  counting: countedByPerson,
  uncounted: ({ userId, formerly }) => [userId, ...formerly],
};

const closing: Rule<ReportedDocument, EventOfType<'reports-upheld.v1' | 'reports-dismissed.v1'>> = {
  id: ({ data }) => reportsId(data),
  apply: (_, event) => ({ id: reportsId(event.data), closedBy: Number(event.position) }),
};

const reported: CollectionRules<ReportedDocument> = {
  collection: 'reported',
  rules: {
    'reports-upheld.v1': closing,
    'reports-dismissed.v1': closing,
    // The document is loaded here because the rule that reopens the reports reads it.
    'reports-reopened.v1': { id: ({ data }) => reportsId(data), apply: (document) => document },
  },
};

const ignores: readonly EventType[] = [
  'location-unfavorited.v1',
  'photo-featured.v1',
  'photo-reviewed.v1',
  'photo-review-reopened.v1',
  'photo-described.v1',
  'change-reviewed.v1',
  'change-review-reopened.v1',
  'second-opinion-asked.v1',
  'account-role-granted.v1',
  'account-role-revoked.v1',
  'account-trusted.v1',
  'account-untrusted.v1',
  'account-blocked.v1',
  'account-unblocked.v1',
];

export const people: ReadModel = {
  declaration,
  collections: [persons, sent, reported, hours, contributors],
  ignores,
};
