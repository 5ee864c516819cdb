import { eventTypesOf } from '#contracts/events';
import { queue as declaration, type QueueEntry } from '#contracts/moderation/read-models-queue';
import type { QueueKind } from '#contracts/moderation/words';
import { changes } from './queue/changes.ts';
import { cities } from './queue/cities.ts';
import { days, remembering } from './queue/days.ts';
import { edits } from './queue/edits.ts';
import { locations } from './queue/locations.ts';
import { photos } from './queue/photos.ts';
import { reports } from './queue/reports.ts';
import { bands } from './queue/near-pictures.ts';
import { names } from './queue/names.ts';
import { senders, signalling } from './queue/signals.ts';
import { totals } from './queue/totals.ts';
import { secondOpinion } from './queue/entry.ts';
import type { CollectionRules, ReadModel } from '../rule.ts';

const entries = <E extends QueueEntry>(kind: QueueKind, collection: CollectionRules<E>): CollectionRules<E> =>
  remembering(kind, {
    ...collection,
    rules: { ...collection.rules, 'second-opinion-asked.v1': secondOpinion<E>(kind) },
  });

/** Days come first, because they read entries as they were before the decision. Then owners come before members. */
export const queue: ReadModel = {
  declaration,
  collections: [
    days,
    totals,
    senders,
    names,
    entries('city', signalling('city', cities)),
    entries('location', signalling('location', locations)),
    entries('edit', signalling('edit', edits)),
    entries('photo', signalling('photo', photos)),
    ...bands,
    entries('change', signalling('change', changes)),
    entries('report', reports),
  ],
  ignores: [...eventTypesOf.opinion, ...eventTypesOf.account],
};
