import { queueKinds, type QueueKind } from '#contracts/moderation/words';

import { queueCollections, type QueueCity, type QueueTotals } from '#contracts/moderation/read-models-queue';
import type { Document, ReadModelReader } from '#platform/read-store/port';
import type { CollectionRules, Counting } from '../../rule.ts';

type Numbers = Partial<Readonly<Record<QueueKind, number>>>;

/** How documents of a collection are counted in the totals. `numbers`: what one document adds. */
export const countedInTotals = <D extends Document>(
  numbers: (document: D) => Numbers,
): Counting<D, QueueTotals> => ({
  counterOf: () => 'all',
  change(totals, before, after) {
    const [was, is] = [before ? numbers(before) : {}, after ? numbers(after) : {}];
    const more = (kind: QueueKind) => (is[kind] ?? 0) - (was[kind] ?? 0);
    if (queueKinds.every((kind) => more(kind) === 0)) return totals;
    return { ...totals, ...mapKinds((kind) => totals[kind] + more(kind)) };
  },
});

const mapKinds = (number: (kind: QueueKind) => number): Record<QueueKind, number> => ({
  city: number('city'),
  location: number('location'),
  edit: number('edit'),
  photo: number('photo'),
  change: number('change'),
  report: number('report'),
});

/** The number of waiting items of each kind. Every item belongs to a city that was submitted before it. */
export const totals: CollectionRules<QueueTotals> = {
  collection: 'totals',
  rules: {
    'city-submitted.v1': {
      id: () => 'all',
      apply: (known) => known ?? { id: 'all', ...mapKinds(() => 0) },
    },
  },
  count: async (documents, _members, reader) =>
    Promise.all(documents.map((each) => countedAnew(each, reader))),
};

const mostHidden = 10_000;

/** Recounts from the index of waiting items. Needed only after an interrupted run. */
async function countedAnew(totals: QueueTotals, reader: ReadModelReader): Promise<QueueTotals> {
  const hiding = await reader.find<QueueCity>('cities', {
    filter: { hides: 'everything' },
    limit: mostHidden,
  });
  const hidden = hiding.map(({ id }) => id);
  const counts = new Map<QueueKind, number>();
  for (const kind of queueKinds) {
    const isHidden = kind !== 'city' && kind !== 'report' && hidden.length > 0;
    const filter = { state: 'waiting', ...(isHidden && { cityId: { notIn: hidden } }) };
    counts.set(kind, await reader.count(queueCollections[kind], filter));
  }
  return { ...totals, ...mapKinds((kind) => counts.get(kind) ?? 0) };
}
